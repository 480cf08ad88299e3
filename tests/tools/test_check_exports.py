#!/usr/bin/env python3
"""Does tools/check_exports.py find what it is there for? Arguments: C++ compiler, nm."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPILER, NM = sys.argv.pop(1), sys.argv.pop(1)
CHECK = pathlib.Path(__file__).resolve().parent.parent.parent / "tools/check_exports.py"
SHOWN = '__attribute__((visibility("default")))'
INTERFACE = f"namespace throng {{ {SHOWN} void step() {{}} {SHOWN} void save() {{}} }}"


class CheckExports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def build(self, name, source, *options):
        (self.folder / "probe.cpp").write_text(source, encoding="utf-8")
        subprocess.run([COMPILER, "-fvisibility=hidden", "-fPIC", self.folder / "probe.cpp", "-o", self.folder / name, *options], check=True)
        return self.folder / name

    def library(self, source):
        return self.build("libprobe.so", source, "-shared")

    def check(self, *files):
        result = subprocess.run([sys.executable, CHECK, NM, *files], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout

    def test_the_interface_passes(self):
        source = INTERFACE + f' extern "C" {SHOWN} int throng_version(void) {{ return 1; }}'
        self.assertEqual(self.check(self.library(source)), (0, "3 exported symbols, 0 faults\n"))

    def test_another_library_is_found(self):
        status, said = self.check(self.library(INTERFACE + f" namespace fmt {{ {SHOWN} void print() {{}} }}"))
        self.assertEqual((status, "fmt::print()" in said), (1, True), said)

    def test_a_foreign_c_function_is_found(self):
        status, said = self.check(self.library(INTERFACE + f' extern "C" {SHOWN} int version(void) {{ return 1; }}'))
        self.assertEqual((status, "interface: version" in said), (1, True), said)

    def test_insides_are_found(self):
        hidden = f"namespace throng {{ struct {SHOWN} World {{ struct Impl {{ void step(); }}; }}; void World::Impl::step() {{}} }}"
        status, said = self.check(self.library(INTERFACE + hidden))
        self.assertEqual((status, "throng::World::Impl::step()" in said), (1, True), said)

    def test_an_empty_library_is_found(self):
        self.assertEqual(self.check(self.library("void nothing() {}"))[0], 1)

    def test_what_nobody_calls_is_found(self):
        library = self.library(INTERFACE)
        program = self.build("program", "namespace throng { void step(); } int main() { throng::step(); }", library)
        self.assertEqual(self.check(library, program), (1, "never called: throng::save()\n2 exported symbols, 1 faults\n"))


if __name__ == "__main__":
    unittest.main()
