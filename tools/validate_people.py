#!/usr/bin/env python3
"""Sets the built-in walker beside recorded people: tools/validate_people.py [PROGRAM]

Runs bench/validation (build/release/throng_validate_people, some minutes) on ten seeds with steps of 0.04 s and 0.1 s, writes
bench/results/people.json, and puts the tables into docs/validation.md. The same bits on every machine.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/people.json"
RECORDED = {"flow": 1.1476, "last": 65.0, "density": 5.065, "corridor_speed": 1.4667, "corridor_density": 0.30494}
TIME_STEPS = (0.04, 0.1)
WALKER = {"profile": {"base": "walker"}, "contact": True}


def text_of(command: list) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/throng_validate_people"

    def run(**request) -> list:
        return [json.loads(line) for line in text_of([program, ROOT, json.dumps({**WALKER, **request})]).splitlines()]
    rows = [{"time_step": step, **row} for step in TIME_STEPS for row in run(time_step=step, seeds=list(range(1, 11)))]
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
