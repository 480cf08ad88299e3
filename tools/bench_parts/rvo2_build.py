"""How RVO2's library was built, as far as the file tells; and two more builds, by the compiler here.

The package brings RVO2's sources along.
"""
import pathlib
import re
import subprocess

from bench_parts import LeftOut, environment

# OpenMP is how RVO2 uses several threads; the package's own build is without.
FLAGS = {
    # What a release build by RVO2's own CMake files gives.
    "openmp": ("-O3", "-DNDEBUG", "-fopenmp"),
    # As fast as a compiler makes it.
    "native": ("-O3", "-march=native", "-flto", "-fno-semantic-interposition", "-fvisibility=hidden", "-DNDEBUG", "-fopenmp"),
}
SONAME = "libRVO.so.0"  # what the package's module asks the loader for
# What CMake's generate_export_header would write.
EXPORT_HEADER = '#pragma once\n#define RVO_EXPORT __attribute__((visibility("default")))\n'


def output(command: list) -> str:
    try:
        return subprocess.run([str(word) for word in command], capture_output=True, text=True).stdout
    except OSError:
        return ""


def describe(library: pathlib.Path) -> dict:
    """The compiler from .comment, OpenMP from the libraries asked for, vector registers from the code."""
    needed = output(["readelf", "-d", library])
    code = output(["objdump", "-d", "--no-show-raw-insn", library])
    compilers = re.findall(r"\]\s+(.+)", output(["readelf", "-p", ".comment", library]))
    return {
        "compiler": ", ".join(dict.fromkeys(c.strip() for c in compilers)) or "unknown",
        "openmp": bool(re.search(r"lib(gomp|omp|iomp5)\.so", needed)) if needed else None,
        "instruction_set": instruction_set(code),
    }


def instruction_set(code: str) -> str:
    """The widest that a disassembly shows."""
    if not code.strip():
        return "unknown"
    for name, pattern in (("AVX-512", r"%zmm\d"), ("AVX with FMA", r"\bvfn?m(add|sub)"), ("AVX", r"\bv(mul|add|sub|div)[sp]s\b"),
                          ("SSE", r"\b(mul|add)[sp]s\b")):
        if re.search(pattern, code):
            return name
    return "no floating-point code of x86-64"


class Builds:
    """`package` is the wheel's own library, the others are the same sources by FLAGS."""

    def __init__(self, python: pathlib.Path, compiler: str):
        self.python, self.compiler = python, compiler or "c++"
        where = environment.run([python, "-c", "import pyrvo; print(pyrvo.__file__)"], "pyrvo")
        self.package = pathlib.Path(where.strip()).parent
        self.version = environment.run([python, "-c", "import importlib.metadata as m; print(m.version('pyrvo'))"], "pyrvo").strip()

    def package_library(self) -> pathlib.Path:
        found = sorted(self.package.rglob(SONAME))
        if not found:
            raise LeftOut(f"the package pyrvo brings no {SONAME}")
        return found[0]

    def built_library(self, build: str) -> pathlib.Path:
        folder = self.python.parent.parent / f"rvo2_{build}"
        library = folder / SONAME
        sources = sorted((self.package / "src").glob("*.cc"))
        if not sources:
            raise LeftOut("the package pyrvo brings no sources of RVO2")
        folder.mkdir(exist_ok=True)
        (folder / "Export.h").write_text(EXPORT_HEADER)
        environment.run([self.compiler, "-std=c++11", *FLAGS[build], "-fPIC", "-shared", f"-Wl,-soname,{SONAME}", f"-I{folder}",
                         f"-I{self.package / 'src'}", *sources, "-o", library], "RVO2 can't be built here")
        return library

    def all(self) -> tuple:
        """Libraries by name, and what is known of them; what can't be built is missing in both, with its reason in the second."""
        libraries, known = {}, {}
        for name in ("package", *FLAGS):
            try:
                libraries[name] = self.built_library(name) if name in FLAGS else self.package_library()
                flags = " ".join(FLAGS.get(name, ())) or "not recorded in the package"
                known[name] = {"pyrvo": self.version, "flags": flags, **describe(libraries[name])}
            except LeftOut as error:
                known[name] = {"left_out": str(error)}
        return libraries, known
