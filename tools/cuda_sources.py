"""The device code and how it is compiled: for the tools that look at what nvcc makes of it."""
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
ARCHITECTURES = ("75", "80", "86", "89", "90", "120")  # as throng_all_architectures in cmake/cuda.cmake
SKIPPED = 77


def find_nvcc():
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin:/opt/cuda/bin")


def nvcc_version(nvcc: str) -> str:
    text = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"V(\d+(?:\.\d+)+)", text).group(1)


def build_flags() -> list:
    """The flags of the build: read from where they stand, so that a check can't look at other code than what is shipped."""
    text = (ROOT / "cmake/cuda.cmake").read_text(encoding="utf-8")
    flags = re.search(r"set\(THRONG_CUDA_FLAGS ([^)]*)\)", text)
    namespace = re.search(r"target_compile_definitions\(\$\{target\} PRIVATE (THRONG_ISA=\w+)\)", text)
    if not flags or not namespace:
        raise SystemExit("cmake/cuda.cmake: the flags of the kernels are no longer where this tool looks for them")
    return [*flags.group(1).split(), "-Werror", "all-warnings", f"-D{namespace.group(1)}"]


def kernel_files() -> list:
    files = sorted((ROOT / "kernels/cuda").glob("*.cu"))
    if not files:
        raise SystemExit("kernels/cuda: no .cu files")
    return files


def compile_kernels(nvcc: str, source: pathlib.Path, output: pathlib.Path, *arguments, root: pathlib.Path = ROOT):
    """Runs nvcc; returns what it says. Ends the program when it fails."""
    command = [nvcc, *build_flags(), f"-I{root}", f"-I{root / 'include'}", *arguments, str(source), "-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{source.name} does not compile:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def short_name(symbol: str) -> str:
    """throng::cuda::(anonymous namespace)::solve_kernel(...) of a mangled name: its last part, `solve_kernel`."""
    rest = re.sub(r"^_ZN?K?", "", symbol)
    name = symbol
    while match := re.match(r"(\d+)", rest):
        length, start = int(match.group(1)), match.end()
        name, rest = rest[start:start + length], rest[start + length:]
    return name
