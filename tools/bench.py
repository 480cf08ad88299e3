#!/usr/bin/env python3
"""Runs the benchmarks and writes what they say, with the machine, the load and the version that they were measured on.

  tools/bench.py [--filter REGEX]   time; bench/results/ARCHITECTURE_CORES_cores.json, only_filtered.json with a filter
  tools/bench.py --instructions     instructions per agent-step, by valgrind: the same on a busy machine as on an idle
                                    one; bench/results/instructions.json
"""
import argparse
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENES = ("uniform", "counterflow")
AGENTS, WARM_STEPS, STEPS = 10000, 10, 20


def text_of(command: list) -> str:
    """Output of a command, empty when it can't be had."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found.group(1) if found else platform.machine()


def cache_entry(build: pathlib.Path, key: str) -> str:
    """An entry of the build's CMakeCache.txt."""
    try:
        found = re.search(rf"^{key}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found.group(1) if found else ""


def circumstances(program: pathlib.Path) -> dict:
    compiler = cache_entry(program.parent, "CMAKE_CXX_COMPILER")
    changed = text_of(["git", "status", "--porcelain", "--untracked-files=no"])
    return {
        "machine": {"processor": processor(), "cores": os.cpu_count(), "system": platform.system()},
        "commit": text_of(["git", "rev-parse", "HEAD"]) + (" and changes" if changed else ""),
        "compiler": (text_of([compiler, "--version"]).splitlines() or ["unknown"])[0] if compiler else "unknown",
        "build_type": cache_entry(program.parent, "CMAKE_BUILD_TYPE"),
        "load_before": round(os.getloadavg()[0], 2),
    }


def measure(program: pathlib.Path, pattern: str) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [str(program), "--benchmark_counters_tabular=true"]
        if pattern:
            command.append(f"--benchmark_filter={pattern}")
        # stdout is for the name of the results file.
        done = subprocess.run([*command, f"--benchmark_out={report}", "--benchmark_out_format=json"], stdout=sys.stderr)
        if done.returncode:
            sys.exit(f"throng_bench ended with status {done.returncode}")
        if not report.exists() or not report.stat().st_size:
            sys.exit(f"no benchmark matches '{pattern}'")
        measured = json.loads(report.read_text())
    for key in ("host_name", "executable"):
        measured["context"].pop(key, None)
    return {"command": " ".join(["throng_bench", *command[1:]]), **measured}


def count_instructions(program: pathlib.Path) -> dict:
    def instructions(scene: str, steps: int) -> int:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", str(program),
                                   "--only-steps", scene, str(AGENTS), str(steps)], capture_output=True, text=True)
        found = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode or not found:
            sys.exit(f"valgrind failed:\n{done.stderr}")
        return int(found.group(1))

    per_agent_step = {}
    for scene in SCENES:
        less, more = instructions(scene, WARM_STEPS), instructions(scene, WARM_STEPS + STEPS)
        per_agent_step[scene] = round((more - less) / (AGENTS * STEPS), 1)
    return {
        "command": f"valgrind --tool=callgrind throng_bench --only-steps SCENE {AGENTS} STEPS",
        "method": f"instructions of {WARM_STEPS + STEPS} steps less those of {WARM_STEPS}, by {AGENTS} agents and "
                  f"{STEPS} steps; cpu executor, one thread",
        "valgrind": text_of(["valgrind", "--version"]),
        "instructions_per_agent_step": per_agent_step,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/throng_bench", help="throng_bench")
    parser.add_argument("--output", type=pathlib.Path, help="JSON file to write, in place of the one named above")
    parser.add_argument("--filter", default="", help="regular expression of benchmark names; all by default")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead of time")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    if not program.exists():
        sys.exit(f"{program} is not there; `make bench` builds it")
    name = ("instructions" if arguments.instructions else "only_filtered" if arguments.filter
            else f"{platform.machine()}_{os.cpu_count()}_cores")
    output = arguments.output or ROOT / "bench/results" / f"{name}.json"
    result = circumstances(program)
    result |= count_instructions(program) if arguments.instructions else measure(program, arguments.filter)
    result["load_after"] = round(os.getloadavg()[0], 2)
    output.parent.mkdir(parents=True, exist_ok=True)
    partial = output.with_suffix(".partial")
    partial.write_text(json.dumps(result, indent=1) + "\n")
    partial.replace(output)
    print(output)


if __name__ == "__main__":
    main()
