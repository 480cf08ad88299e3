#!/usr/bin/env python3
"""RVO2 as a program that takes steps on request, the counterpart of throng_bench --serve: rvo2_process.py SCENE_FILE

Only `step N`. What is timed is RVO2's doStep alone: preferred velocities are set anew before each, outside of the time.
"""
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from bench_parts import rvo2  # noqa: E402


def say(**answer) -> None:
    print(json.dumps(answer), flush=True)


def main() -> None:
    crowd = rvo2.Rvo2(sys.argv[1])
    say(agents=crowd.count)
    for line in sys.stdin:
        word, _, count = line.strip().partition(" ")
        if word != "step":
            sys.exit(f"rvo2_process: not understood: '{line.strip()}'")
        wall = cpu = 0.0
        for _ in range(int(count)):
            crowd.prefer_goals()
            cpu_before, wall_before = time.process_time(), time.perf_counter()
            crowd.step()
            wall += time.perf_counter() - wall_before
            cpu += time.process_time() - cpu_before
        say(wall_s=wall, cpu_s=cpu, agent_steps=int(count) * crowd.count)


if __name__ == "__main__":
    main()
