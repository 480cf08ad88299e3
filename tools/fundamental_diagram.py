#!/usr/bin/env python3
"""Measures density and speed in corridors without ends: tools/fundamental_diagram.py [PROGRAM]

Runs bench/diagram (build/release/throng_fundamental_diagram, some minutes), writes bench/results/fundamental_diagram.json, and puts the
table into docs/validation.md. The same bits on every machine.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/fundamental_diagram.json"


def text_of(command: list) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/throng_fundamental_diagram"
    rows = json.loads(text_of([program]))
    changed = text_of(["git", "status", "--porcelain", "--untracked-files=no"])
    head = {"command": "tools/fundamental_diagram.py",
            "commit": text_of(["git", "rev-parse", "HEAD"]) + (" and changes" if changed else "")}
    lines = ",\n".join("  " + json.dumps(row) for row in rows)
    RESULTS.write_text(json.dumps(head)[:-1] + ', "rows": [\n' + lines + "\n]}\n")
    print(RESULTS.relative_to(ROOT))
    return subprocess.run([sys.executable, "-B", ROOT / "tools/bench_figures.py"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
