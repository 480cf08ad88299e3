"""Libraries unpacked, Throng configured and built."""
import os
import pathlib
import shutil
import time

from device_check_parts import libraries, readers, running

PROGRAMS = ("unit", "suite", "parity", "golden", "cuda")  # tests/KIND that have tests of the cuda executor


def unpack_libraries(check) -> None:
    start = time.monotonic()
    packages = libraries.complete(check.libraries)
    check.prefix.fill(packages)
    check.results.tell("libraries", "passed", seconds=round(time.monotonic() - start, 1), summary=f"{len(packages)} packages")


def architectures(cards: list) -> str:
    """Of the GPUs here; without one PTX, which the rehearsal's runtime library runs."""
    return ";".join(dict.fromkeys(card["compute_cap"].replace(".", "") for card in cards)) or "75-virtual"


def targets(root: pathlib.Path) -> list:
    kinds = [kind for kind in PROGRAMS if any((root / "tests" / kind).glob("*.cpp"))]
    return [f"throng_tests_{kind}" for kind in kinds] + ["throng_device_steps"]


def build(check) -> None:
    """Raises Stop when it fails: nothing can be checked then."""
    limit = check.budget.limit(300.0 if not check.rehearsal else 3600.0, 30.0)
    start, log = time.monotonic(), check.logs / "build.log"
    command = ["cmake", "-S", check.root, "-B", check.build, "-DCMAKE_BUILD_TYPE=Release", "-DTHRONG_CUDA=ON",
               f"-DTHRONG_CUDA_ARCHITECTURES={architectures(check.machine['gpus'])}", f"-DTHRONG_NVCC={check.machine['nvcc']}",
               "-DTHRONG_BUILD_TESTS=ON", "-DTHRONG_BUILD_CLI=OFF", "-DTHRONG_BUILD_BENCH=OFF",
               # Whether the sources compile is asked here, not whether the newest compilers have something to say.
               "-DTHRONG_WARNINGS_AS_ERRORS=OFF", "-DCMAKE_UNITY_BUILD=ON",
               f"-DCMAKE_UNITY_BUILD_BATCH_SIZE={4 if check.machine['cores'] >= 8 else 8}", *check.prefix.cmake_options()]
    if shutil.which("ninja"):
        command += ["-G", "Ninja"]
    done = running.run(command, limit, log)
    if done.status == 0:
        jobs = min(check.machine["cores"], check.jobs)
        done = running.run(["cmake", "--build", check.build, f"-j{jobs}", "--target", *targets(check.root)],
                           limit - (time.monotonic() - start), log)
        check.results.stage("build")["jobs"] = jobs
    seconds = round(time.monotonic() - start, 1)
    if done.status != 0:
        check.results.tell("build", "failed", seconds=seconds, summary=f"{done.how()}; see {log}",
                           errors=readers.build_errors(done.output), log_tail=done.tail(60))
        raise check.Stop
    size = sum(f.stat().st_size for f in check.build.glob("throng_*") if os.access(f, os.X_OK) and f.is_file())
    check.results.tell("build", "passed", seconds=seconds, summary=f"{size / 1e6:.0f} MB of programs")
