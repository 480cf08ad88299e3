#!/usr/bin/env python3
"""tools/device_check keeps its time, keeps what it has, and understands what programs tell it."""
import hashlib
import io
import json
import os
import pathlib
import sys
import tarfile
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from device_check_parts import (CheckError, building, checking, deb, libraries, machine, readers, results,  # noqa: E402
                                running, table, timing)

GTEST = """[==========] Running 5 tests from 2 test suites.
[ RUN      ] On/World.Steps/cuda
[       OK ] On/World.Steps/cuda (3 ms)
[ RUN      ] On/World.Falls/cuda
a_test.cpp:3: Failure
Expected equality
[  FAILED  ] On/World.Falls/cuda, where GetParam() = 4-byte object <02-00 00-00> (1 ms)
[ RUN      ] CudaThing.IsThere
a_test.cpp:9: Skipped
[  SKIPPED ] CudaThing.IsThere (0 ms)
"""
GTEST_END = """[----------] Global test environment tear-down
[  PASSED  ] 1 test.
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] CudaThing.IsThere
[  FAILED  ] 1 test, listed below:
"""


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


class Variants(unittest.TestCase):
    @staticmethod
    def line(name, step, state_hash="aa", room=True):
        return {"variants": name, "room": room, "state_hash": state_hash, "step_s": {"median": step},
                "phases_s": {"bin": 1e-4, "solve": 2e-4, "move": 0.0}}

    def test_different_hashes_are_a_failure(self):
        same = [self.line("default", 2e-3), self.line("sort=radix", 3e-3)]
        self.assertTrue(timing.outcome_of("compare", same)[0])
        self.assertFalse(timing.outcome_of("compare", [*same, self.line("threads=128", 1e-3, "bb")])[0])
        self.assertFalse(timing.outcome_of("compare", [])[0])
        self.assertFalse(timing.outcome_of("compare", [{"variants": "default", "room": False}])[0])

    def test_table_has_shares_of_the_default(self):
        run = {"scene": "dense", "agents": 5, "variants": [self.line("default", 2e-3), self.line("sort=radix", 3e-3),
                                                          {"variants": "search=warp", "room": False}]}
        lines = table.comparison_lines(run)
        self.assertIn("1.50", next(line for line in lines if line.startswith("sort=radix")))
        self.assertFalse(any("search=warp" in line for line in lines))

    def test_comparison_fits_the_time(self):
        for what, scene, agents, seconds in timing.plan(False):
            limit, least = timing.limits_of(what, agents, seconds)
            self.assertLess(least, limit, (what, scene, agents))
        self.assertIn("compare", {entry[0] for entry in timing.plan(True)})


class Time(InFolder):
    def setUp(self):
        super().setUp()
        self.now = 100.0
        self.budget = running.Budget(60.0, clock=lambda: self.now)

    def test_limits_shrink_with_what_is_left(self):
        self.assertEqual(self.budget.limit(20.0, 5.0), 20.0)
        self.now = 150.0
        self.assertEqual(self.budget.limit(20.0, 5.0), 10.0)
        self.now = 156.0
        self.assertEqual(self.budget.limit(20.0, 5.0), 0.0)
        self.now = 170.0
        self.assertEqual((self.budget.left(), self.budget.spent()), (0.0, 70.0))

    def test_command_that_ends(self):
        done = running.run(["sh", "-c", "echo out; echo err >&2; exit 3"], 20.0, self.folder / "log")
        self.assertEqual((done.status, done.output, done.how()), (3, "out\nerr\n", "exit status 3"))

    def test_command_at_its_limit_is_ended_with_its_children(self):
        start = time.monotonic()
        done = running.run(["sh", "-c", f"sleep 60 & echo $! > {self.folder}/child; echo begun; wait"], 0.7, self.folder / "log")
        self.assertTrue(done.timed_out)
        self.assertEqual(done.output, "begun\n")
        self.assertLess(time.monotonic() - start, 20.0)
        child = int((self.folder / "child").read_text())
        for _ in range(100):
            if self.is_over(child):
                return
            time.sleep(0.05)
        self.fail("the child still runs")

    @staticmethod
    def is_over(process: int) -> bool:
        try:
            return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
        except FileNotFoundError:
            return True

    def test_command_ended_by_a_signal(self):
        self.assertEqual(running.run(["sh", "-c", "kill -9 $$"], 20.0, self.folder / "log").how(), "ended by signal 9")


class ResultsFile(InFolder):
    def read(self):
        return json.loads((self.folder / "r.json").read_text())

    def test_there_from_the_beginning_and_after_each_stage(self):
        kept = results.Results(self.folder / "r.json", ("build", "tests"), rehearsal=False)
        self.assertEqual(self.read()["stages"]["build"]["outcome"], "not run")
        kept.tell("build", "passed", seconds=1.0)
        self.assertEqual(self.read()["stages"]["build"], {"outcome": "passed", "seconds": 1.0})
        self.assertEqual((self.read()["outcome"], kept.exit_status()), ("not run", 3))
        kept.tell("tests", "passed")
        self.assertEqual((self.read()["outcome"], kept.exit_status()), ("passed", 0))
        kept.tell("tests", "failed")
        self.assertEqual((self.read()["outcome"], kept.exit_status()), ("failed", 1))
        self.assertEqual(os.listdir(self.folder), ["r.json"])

    def test_what_a_device_alone_can_do_is_not_missed_in_a_rehearsal(self):
        for rehearsal, status in ((True, 0), (False, 3)):
            kept = results.Results(self.folder / "r.json", ("sanitizers",), rehearsal=rehearsal)
            kept.tell("sanitizers", "unavailable")
            self.assertEqual(kept.exit_status(), status)

    def test_parts_wait_for_their_turn(self):
        part = {"scene": "dense", **results.NOT_YET}
        self.assertEqual(part["outcome"], "not run")
        results.come_out(part, "passed", seconds=2.0)
        self.assertEqual(part, {"scene": "dense", "outcome": "passed", "seconds": 2.0})

    def test_worst(self):
        for outcomes, expected in (([], "not run"), (["passed"], "passed"), (["passed", "unavailable"], "unavailable"),
                                   (["unavailable", "not run"], "not run"), (["not run", "failed", "passed"], "failed")):
            self.assertEqual(results.worst(outcomes), expected)

    def test_disk_that_takes_nothing(self):
        (self.folder / "file").write_text("")
        with self.assertRaisesRegex(CheckError, "can't be written"):
            results.Results(self.folder / "file/r.json", ())


class Outputs(unittest.TestCase):
    def test_gtest(self):
        outcomes = readers.gtest_outcomes(GTEST + GTEST_END)
        self.assertEqual(outcomes, {"On/World.Steps/cuda": "passed", "On/World.Falls/cuda": "failed",
                                    "CudaThing.IsThere": "skipped"})
        self.assertEqual(readers.gtest_failures(GTEST + GTEST_END, outcomes),
                         {"On/World.Falls/cuda": "a_test.cpp:3: Failure\nExpected equality",
                          "CudaThing.IsThere": "a_test.cpp:9: Skipped"})

    def test_gtest_that_ended_in_a_test(self):
        outcomes = readers.gtest_outcomes(GTEST + "[ RUN      ] On/World.Hangs/cuda\n")
        self.assertEqual(outcomes["On/World.Hangs/cuda"], "unfinished")

    def test_gtest_list(self):
        listing = "Running main() from gtest_main.cc\nCudaA.\n  One\n  Two/x  # GetParam() = 3\nOn/B.\n  T/cuda\n"
        self.assertEqual(readers.gtest_names(listing), ["CudaA.One", "CudaA.Two/x", "On/B.T/cuda"])

    def test_ctest(self):
        def test(name, label, *command):
            return {"name": name, "command": list(command), "properties": [{"name": "LABELS", "value": [label]}]}

        tests = [test("cuda_long.suite", "cuda_long", "run.sh", "/b/throng_tests_suite", "*cuda*"),
                 test("cuda.suite", "cuda", "run.sh", "/b/throng_tests_suite", "*cuda*:-*Slow*"),
                 test("cuda.unit", "cuda", "/b/throng_tests_unit", "--gtest_filter=*cuda*"),
                 test("unit.a", "unit", "/b/throng_tests_unit", "--gtest_filter=a"), {"name": "unit_NOT_BUILT"}]
        self.assertEqual(readers.cuda_programs(json.dumps({"tests": tests})),
                         {"suite": ["/b/throng_tests_suite", "--gtest_filter=*cuda*"],
                          "unit": ["/b/throng_tests_unit", "--gtest_filter=*cuda*"]})

    def test_build_that_failed(self):
        output = "[1/9] a\nFAILED: a.o\nc++ -c a.cpp\na.cpp:3:1: error: no such thing\n[2/9] errors.cpp\nninja: stopped\n"
        self.assertEqual(readers.build_errors(output), ["FAILED: a.o", "a.cpp:3:1: error: no such thing"])

    def test_json_lines_of_a_program_that_was_stopped(self):
        self.assertEqual(readers.json_lines('a\n{"step":1}\n{"step":2}\n{"st'), [{"step": 1}, {"step": 2}])

    def test_sanitizer(self):
        head = "========= COMPUTE-SANITIZER\n"
        wrong = (head + "========= Invalid __global__ read of size 4 bytes\n=========     at solve_kernel\n"
                 "========= ERROR SUMMARY: 2 errors\n")
        for output, status, expected in (
            (head + "========= ERROR SUMMARY: 0 errors\n", 0, "passed"),
            (head + "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n", 0, "passed"),
            (head + "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n", 99, "failed"),
            (wrong, 99, "failed"),
            (head + "========= ERROR SUMMARY: 0 errors\n", 1, "failed"),
            (head + "========= Error: Device not supported\n", 1, "unavailable"),
            (head, None, "not run"),
            ("", 0, "unavailable"),
        ):
            with self.subTest(output=output, status=status):
                self.assertEqual(readers.sanitizer_outcome(output, status)[0], expected)
        self.assertIn("Invalid __global__ read", readers.sanitizer_outcome(wrong, 99)[1])


class Table(unittest.TestCase):
    def run_of(self, rehearsal):
        phases = {"navigate": 1e-4, "bin": 2e-4, "solve": 3e-4, "move": 4e-4}
        timed = {"what": "time", "scene": "dense", "agents": 1000, "outcome": "passed",
                 "cuda": {"step_s": {"median": 0.001}, "waited_step_s": {"median": 0.002}, "phases_s": phases,
                          "bytes_per_agent": 300},
                 "cpu": {"step_s": {"median": 0.02}}}
        missed = {"what": "time", "outcome": "not run", "scene": "x", "agents": 1}
        stages = {"build": {"outcome": "passed", "seconds": 60.2, "summary": "9 MB"},
                  "bits": {"outcome": "not run", "reason": "why"},
                  "timings": {"outcome": "not run", "runs": [timed, missed]}}
        return table.table({"rehearsal": rehearsal, "outcome": "not run", "seconds": 61.0, "stages": stages})

    def test_timings(self):
        text = self.run_of(False)
        self.assertRegex(text, r"build +passed +60 s  9 MB")
        self.assertRegex(text, r"bits +not run +why")
        self.assertRegex(text, r"dense 1000 +1 +0\.1 +0\.2 +0\.3 +0\.4 +2 +20 +20\.0 +1\.0 +300")

    def test_a_rehearsal_claims_no_times(self):
        self.assertNotIn("dense", self.run_of(True))


class Packages(InFolder):
    def package(self, files, links=(), name="a.deb", compression="xz"):
        inner = io.BytesIO()
        with tarfile.open(fileobj=inner, mode=f"w:{compression}") as archive:
            for path, text in files.items():
                entry = tarfile.TarInfo(path)
                entry.size, entry.mode = len(text), 0o755
                archive.addfile(entry, io.BytesIO(text))
            for path, to in links:
                entry = tarfile.TarInfo(path)
                entry.type, entry.linkname = tarfile.SYMTYPE, to
                archive.addfile(entry)
        data = b"!<arch>\n"
        for member, content in (("debian-binary", b"2.0\n"), (f"data.tar.{compression}", inner.getvalue())):
            data += f"{member:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
            data += content + b"\n" * (len(content) % 2)
        path = self.folder / name
        path.write_bytes(data)
        return path

    def test_unpacked_where_it_is_looked_for(self):
        package = self.package({"./lib/x86_64-linux-gnu/libz.so.1": b"z1", "./usr/include/z.h": b"zlib",
                                "./usr/share/doc/z/x": b"no"},
                               [("./usr/lib/x86_64-linux-gnu/libz.so", "/lib/x86_64-linux-gnu/libz.so.1")])
        prefix = self.folder / "prefix"
        deb.unpack(package, prefix)
        self.assertEqual((prefix / "usr/lib/x86_64-linux-gnu/libz.so").read_bytes(), b"z1")
        self.assertEqual((prefix / "usr/include/z.h").read_bytes(), b"zlib")
        self.assertFalse((prefix / "usr/share/doc").exists())

    def test_packages_that_are_none(self):
        whole = self.package({"./usr/a": b"a" * 1000}).read_bytes()
        for content, message in ((b"hello", "not a Debian package"), (whole[:-40], "cut short"), (whole[:72], "no data.tar"),
                                 (whole.replace(b"data.tar.xz", b"data.tar.zs"), "xz or gz")):
            path = self.folder / "b.deb"
            path.write_bytes(content)
            with self.assertRaisesRegex(CheckError, message):
                deb.unpack(path, self.folder / "prefix")
        with self.assertRaisesRegex(CheckError, "outside"):
            deb.unpack(self.package({"../../evil": b"x"}), self.folder / "prefix")

    def test_folder_is_complete(self):
        content = b"content"
        with self.assertRaisesRegex(CheckError, "no folder"):
            libraries.complete(self.folder / "none")
        with self.assertRaisesRegex(CheckError, "packages.json is missing"):
            libraries.complete(self.folder)
        manifest = self.folder / libraries.MANIFEST
        manifest.write_text("{")
        with self.assertRaisesRegex(CheckError, "can't be read"):
            libraries.complete(self.folder)
        entry = {"file": "a.deb", "bytes": 7, "sha256": hashlib.sha256(content).hexdigest()}
        manifest.write_text(json.dumps({"packages": [entry]}))
        with self.assertRaisesRegex(CheckError, "a.deb is missing"):
            libraries.complete(self.folder)
        (self.folder / "a.deb").write_bytes(b"conten")
        with self.assertRaisesRegex(CheckError, "a.deb is damaged: 6 bytes, not the 7"):
            libraries.complete(self.folder)
        (self.folder / "a.deb").write_bytes(content)
        self.assertEqual(libraries.complete(self.folder), [self.folder / "a.deb"])

    def test_what_a_package_needs(self):
        listing = ("libx-dev\n  Depends: libx1\n |Depends: libc6-dev\n  Depends: libc-dev\n"
                   "  Depends: <libdevel>\n    libfoo\n  PreDepends: liby2\n  Suggests: libx-doc\n")
        self.assertEqual(libraries.dependencies_of(listing), ["libx1", "libc6-dev", "liby2"])
        needs = {"libx-dev": ["libx1", "libw-dev", "perl", "libv-dev"], "libx1": ["libc6", "libz1"], "libz1": ["libx1"]}
        self.assertEqual(libraries.closure(("libx-dev", "libw-dev"), lambda package: needs.get(package, [])),
                         ["libw-dev", "libx-dev", "libx1", "libz1"])

    def test_packages_of_another_program_stay(self):
        (self.folder / "thesis.txt").write_text("years of work")
        with self.assertRaisesRegex(CheckError, "other things"):
            libraries.prepare(self.folder)


class Plans(unittest.TestCase):
    def test_architectures(self):
        cards = [{"compute_cap": "9.0"}, {"compute_cap": "8.6"}, {"compute_cap": "9.0"}]
        self.assertEqual(building.architectures(cards), "90;86")
        self.assertEqual(building.architectures([]), "75-virtual")

    def test_every_size_and_density_is_timed(self):
        timed = {(scene, agents) for what, scene, agents, _ in timing.plan(False) if what == "time"}
        self.assertEqual(timed, {(s, n) for s in ("sparse", "dense", "packed") for n in (10_000, 100_000, 1_000_000, 4_000_000)})
        self.assertIn("snapshots", {what for what, *_ in timing.plan(True)})

    def test_bits_are_compared_at_both_sizes(self):
        for size in (10000, 100000):
            self.assertLessEqual({("sparse", size), ("dense", size), ("packed", size)}, set(checking.BITS))

    def test_names_for_files(self):
        self.assertEqual(machine.short_name([{"name": "NVIDIA H200"}]), "nvidia_h200")
        self.assertEqual(machine.version_in("Cuda compilation tools, release 13.0, V13.0.88", r"release ([0-9.]+)"), (13, 0))


if __name__ == "__main__":
    unittest.main()
