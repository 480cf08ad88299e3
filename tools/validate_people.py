#!/usr/bin/env python3
"""Sets the built-in walker beside recorded people: tools/validate_people.py [PROGRAM]

Runs bench/validation (build/release/throng_validate_people, some minutes) with bench/validation/walker.json, which a test holds equal to
the built-in profile, on twenty seeds with steps of 0.04 s and 0.1 s. Writes bench/results/people.json, and puts the tables into
docs/validation.md. The same bits on every machine.
"""
import concurrent.futures
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/people.json"
RECORDED = {"flow": 1.1476, "last": 65.0, "density": 5.065, "corridor_speed": 1.4667, "corridor_density": 0.30494}
TIME_STEPS = (0.04, 0.1)
SEEDS = list(range(1, 21))  # the first ten are those of the calibration


def text_of(command: list) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/throng_validate_people"

    walker = json.loads((ROOT / "bench/validation/walker.json").read_text())

    def run(**request) -> list:
        return [json.loads(line) for line in text_of([program, ROOT, json.dumps({**walker, **request})]).splitlines()]
    with concurrent.futures.ThreadPoolExecutor(len(TIME_STEPS)) as pool:
        runs = pool.map(lambda step: run(time_step=step, seeds=SEEDS), TIME_STEPS)
    rows = [{"time_step": step, **row} for step, step_rows in zip(TIME_STEPS, runs) for row in step_rows]
    [ring] = run(time_step=0.1, bottleneck=False, corridor=False, ring=[0.5 * k for k in range(1, 9)])
    changed = text_of(["git", "status", "--porcelain", "--untracked-files=no"])
    head = {"command": "tools/validate_people.py", "commit": text_of(["git", "rev-parse", "HEAD"]) + (" and changes" if changed else ""),
            "recorded": RECORDED}

    def lines(entries) -> str:
        return "[\n" + ",\n".join("  " + json.dumps(entry) for entry in entries) + "\n]"
    RESULTS.write_text(json.dumps(head)[:-1] + f', "rows": {lines(rows)}, "ring": {lines(ring["ring"])}}}\n')
    print(RESULTS.relative_to(ROOT))
    return subprocess.run([sys.executable, "-B", ROOT / "tools/bench_figures.py"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
