"""What the check runs on and of: GPU, tools, sources."""
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess

from device_check_parts import CheckError

GPU_FACTS = ("name", "driver_version", "memory.total", "compute_cap", "clocks.max.sm", "clocks.max.mem", "ecc.mode.current",
             "compute_mode", "power.limit")
CUDA_FOLDERS = ("/usr/local/cuda", "/opt/cuda")
DRIVER_FOLDERS = ("/usr/local/nvidia",)
OLDEST_CUDA, OLDEST_CMAKE = (12, 8), (3, 22)
FREE_BYTES = 2_000_000_000  # of the disk: libraries 0.3 GB, build about 0.5 GB


def text_of(*command: str) -> str:
    """Output of a command, empty when it can't be had."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def find_tool(name: str, *below: str) -> str | None:
    """On the PATH or in the folders where CUDA usually is."""
    folders = [os.environ.get("CUDA_PATH", ""), os.environ.get("CUDA_HOME", ""), *CUDA_FOLDERS,
               *DRIVER_FOLDERS]
    places = [pathlib.Path(folder, sub, name) for folder in folders if folder for sub in ("bin", *below)]
    return shutil.which(name) or next((str(p) for p in places if os.access(p, os.X_OK)), None)


def version_in(text: str, pattern: str) -> tuple:
    found = re.search(pattern, text)
    return tuple(int(n) for n in found[1].split(".")) if found else ()


def dotted(version: tuple) -> str:
    return ".".join(map(str, version))


def gpus() -> list:
    """Facts of each GPU, as nvidia-smi has them."""
    smi = find_tool("nvidia-smi")
    if smi is None:
        raise CheckError("no NVIDIA GPU here: there is no nvidia-smi")
    try:
        done = subprocess.run([smi, f"--query-gpu={','.join(GPU_FACTS)}", "--format=csv,noheader,nounits"],
                              capture_output=True, text=True, check=False, timeout=60)
    except subprocess.TimeoutExpired as error:
        raise CheckError("nvidia-smi has not answered for a minute") from error
    rows = [[cell.strip() for cell in line.split(",")] for line in done.stdout.splitlines() if line.strip()]
    if done.returncode or not rows:
        raise CheckError(f"no NVIDIA GPU here: nvidia-smi says: {(done.stdout + done.stderr).strip() or 'nothing'}")
    return [dict(zip(GPU_FACTS, row)) for row in rows]


def tools() -> dict:
    """Compilers and CMake, checked. The CUDA compiler's path is under "nvcc"."""
    nvcc = find_tool("nvcc")
    if nvcc is None:
        raise CheckError(f"no nvcc on the PATH or in {', '.join(CUDA_FOLDERS)}: the CUDA toolkit is needed")
    cuda = version_in(text_of(nvcc, "--version"), r"release ([0-9.]+)")
    if cuda < OLDEST_CUDA:
        raise CheckError(f"{nvcc} is of CUDA {dotted(cuda) or 'unknown'}; needed is {dotted(OLDEST_CUDA)} or later")
    for name in ("cmake", "ctest"):
        if shutil.which(name) is None:
            raise CheckError(f"no {name} on the PATH")
    cmake = version_in(text_of("cmake", "--version"), r"version ([0-9.]+)")
    if cmake < OLDEST_CMAKE:
        raise CheckError(f"CMake {dotted(cmake)} is too old; needed is {dotted(OLDEST_CMAKE)} or later")
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        raise CheckError("no C++ compiler: neither c++ nor g++ is on the PATH, and CXX is not set")
    return {"nvcc": nvcc, "cuda": dotted(cuda), "cmake": dotted(cmake),
            "compiler": (text_of(*compiler.split(), "--version").splitlines() or [compiler])[0]}


def processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.machine()


def facts(rehearsal: bool) -> dict:
    """Raises CheckError when something is missing that the check needs."""
    cards = [] if rehearsal else gpus()
    return {"gpus": cards, **tools(), "processor": processor(), "cores": len(os.sched_getaffinity(0)),
            "system": f"{platform.system()} {platform.release()}", "python": platform.python_version(),
            "load_before": round(os.getloadavg()[0], 2)}


def need_room(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if free < FREE_BYTES:
        raise CheckError(f"{folder}: {free / 1e9:.2f} GB are free on its disk; needed are {FREE_BYTES / 1e9:.0f} GB")


def sources(root: pathlib.Path, commit: str) -> dict:
    """Commit and changes as far as git knows them, and a digest of what is compiled, which needs no git."""
    def git(*words: str) -> str:
        return text_of("git", "-c", "safe.directory=*", "-C", str(root), *words)

    digest = hashlib.sha256()
    files = [root / "CMakeLists.txt"]
    for folder in ("cmake", "include", "kernels", "host", "bench", "tests"):
        files += [p for p in sorted((root / folder).rglob("*")) if p.suffix in (".cmake", ".hpp", ".cpp", ".cu")]
    for file in files:
        digest.update(f"{file.relative_to(root)}\n".encode() + file.read_bytes())
    known = git("rev-parse", "HEAD")
    return {"commit": commit or known or "unknown",
            "changes": bool(git("status", "--porcelain", "--untracked-files=no")) if known else None,
            "sources_sha256": digest.hexdigest()}


def short_name(cards: list) -> str:
    """Of the first GPU, for a file name."""
    return re.sub(r"[^a-z0-9]+", "_", cards[0]["name"].lower()).strip("_") if cards else "rehearsal"
