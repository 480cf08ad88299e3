#!/usr/bin/env python3
"""Measures, and writes what was measured with the machine, the load and the version that it was measured on.

  tools/bench.py [--filter REGEX]       all of it, or what matches: bench/results/ARCHITECTURE_CORES_cores.json with plots beside it,
                                        only_filtered.json with a filter
  tools/bench.py --instructions         instructions per agent-step and per pair, by valgrind: bench/results/instructions.json
  tools/bench.py --check-instructions   compares with that file; exit status 77 when it is another compiler's

Names: step/SCENE/EXECUTOR/AGENTS, layout/... and calls (throng_bench --benchmark_list_tests), rvo2/SCENE/AGENTS, quality/SCENE. What
needs something that is not here, such as RVO2 without a network, is left out and said so.
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

from bench_parts import LeftOut, environment, instructions, ratio, rvo2_build

ROOT = pathlib.Path(__file__).resolve().parent.parent
INSTRUCTIONS = ROOT / "bench/results/instructions.json"
PARTS = ROOT / "tools/bench_parts"
QUALITY_SCENES = ("circle", "blocks", "counterflow_2000", "uniform_2000", "counterflow_2000_starts", "uniform_2000_starts")
SKIPPED = 77


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


def write(path: pathlib.Path, result: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(result, indent=1) + "\n")
    partial.replace(path)


def measure_steps_and_calls(program: pathlib.Path, pattern: str) -> dict:
    """What throng_bench measures by itself."""
    names = subprocess.run([program, "--benchmark_list_tests"], capture_output=True, text=True, check=True).stdout.splitlines()
    if not any(re.search(pattern, name) for name in names):
        return {}
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [str(program), "--benchmark_counters_tabular=true", *([f"--benchmark_filter={pattern}"] if pattern else [])]
        # stdout is for the name of the results file.
        done = subprocess.run([*command, f"--benchmark_out={report}", "--benchmark_out_format=json"], stdout=sys.stderr)
        if done.returncode:
            sys.exit(f"throng_bench ended with status {done.returncode}")
        measured = json.loads(report.read_text())
    for key in ("host_name", "executable"):
        measured["context"].pop(key, None)
    return {"command": " ".join(["throng_bench", *command[1:]]), **measured}


class Bench:
    def __init__(self, program: pathlib.Path, pattern: str, python: environment.Environment, perturbations: int):
        self.program, self.pattern, self.environment, self.perturbations = program, pattern, python, perturbations
        self.compiler = cache_entry(program.parent, "CMAKE_CXX_COMPILER")
        self.result = {**circumstances(program), "left_out": {}}

    def wants(self, name: str) -> bool:
        return bool(re.search(self.pattern, name))

    def part(self, name: str, measure) -> None:
        """What `measure` gives, under its name; or why there is nothing."""
        try:
            measured = measure()
        except LeftOut as reason:
            print(f"bench: left out: {name}: {reason}", file=sys.stderr)
            self.result["left_out"][name] = str(reason)
            return
        if measured:
            self.result[name] = measured

    def beside_rvo2(self) -> dict:
        rows = [row for row in ratio.ROWS if self.wants(row.name())]
        if not rows:
            return {}
        python = self.environment.need("numpy", "pyrvo")
        libraries, known = rvo2_build.Builds(python, self.compiler).all()
        measured = []
        for row in rows:
            print(f"bench: {row.name()}", file=sys.stderr)
            measured.append(ratio.measure(row, self.program, python, libraries))
        return {"builds": known, "rows": measured}

    def quality(self) -> dict:
        scenes = [scene for scene in QUALITY_SCENES if self.wants(f"quality/{scene}")]
        if not scenes:
            return {}
        python = self.environment.need("numpy", "pyrvo")
        command = [python, PARTS / "quality.py", "--program", self.program, "--perturbations", str(self.perturbations), "--scenes", *scenes]
        return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)

    def draw(self, results: pathlib.Path) -> None:
        try:
            python = self.environment.need("matplotlib")
        except LeftOut as reason:
            print(f"bench: left out: plots: {reason}", file=sys.stderr)
            return
        subprocess.run([python, PARTS / "plots.py", results], check=True)

    def run(self) -> dict:
        self.result |= measure_steps_and_calls(self.program, self.pattern)
        self.part("rvo2", self.beside_rvo2)
        self.part("quality", self.quality)
        if not {"benchmarks", "rvo2", "quality"} & {*self.result, *self.result["left_out"]}:
            sys.exit(f"no measurement matches '{self.pattern}'")
        self.result["load_after"] = round(os.getloadavg()[0], 2)
        return self.result


def check_instructions(program: pathlib.Path) -> int:
    committed = json.loads(INSTRUCTIONS.read_text())
    reason = instructions.why_not_comparable(committed, instructions.built_by(program))
    if not reason:
        try:
            counted = instructions.count(program)
        except LeftOut as left_out:
            reason = str(left_out)
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    faults = instructions.changes(committed, counted)
    print(*faults, f"{sum(map(len, counted.values()))} counts, {len(faults)} changed by more than {100.0 * instructions.ALLOWED:.0f} %", sep="\n")
    if faults:
        print("If that is meant, write the table anew with tools/bench.py --instructions, and say why in the commit.")
    return 1 if faults else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/throng_bench", help="throng_bench")
    parser.add_argument("--output", type=pathlib.Path, help="JSON file to write, in place of the one named above")
    parser.add_argument("--filter", default="", help="regular expression of names; all by default")
    parser.add_argument("--perturbations", type=int, default=10, help="runs of each scene of quality/, on each side; 10 by default")
    parser.add_argument("--environment", type=pathlib.Path, default=ROOT / "build/bench_python",
                        help="folder of the private Python with RVO2, numpy and matplotlib, made when it is not there")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead of time")
    parser.add_argument("--check-instructions", action="store_true", help="compare instructions with the committed table")
    arguments = parser.parse_args()
    try:
        re.compile(arguments.filter)
    except re.error as error:
        parser.error(f"--filter '{arguments.filter}' is no regular expression: {error}")
    if arguments.perturbations < 1:
        parser.error(f"--perturbations must be 1 or more: {arguments.perturbations}")
    program = arguments.program.resolve()
    if not program.exists():
        sys.exit(f"{program} is not there; `make bench` builds it")
    if arguments.check_instructions:
        sys.exit(check_instructions(program))
    if arguments.instructions:
        output = arguments.output or INSTRUCTIONS
        write(output, instructions.table(program))
    else:
        name = "only_filtered" if arguments.filter else f"{platform.machine()}_{os.cpu_count()}_cores"
        output = arguments.output or ROOT / "bench/results" / f"{name}.json"
        bench = Bench(program, arguments.filter, environment.Environment(arguments.environment.resolve()), arguments.perturbations)
        write(output, bench.run())
        bench.draw(output)
    if not arguments.output and not arguments.filter:
        # Documents show these figures; a test compares them. stdout is for the name of the results file.
        subprocess.run([sys.executable, ROOT / "tools/bench_figures.py"], stdout=sys.stderr)
    print(output)


if __name__ == "__main__":
    main()
