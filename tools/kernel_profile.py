#!/usr/bin/env python3
"""What each kernel does per agent and step, counted on a CUDA runtime that runs device code on the CPU and keeps a profile.

  tools/kernel_profile.py                writes docs/kernel_profile.csv (THRONG_CUDA_RUNTIME_DIR names the runtime's folder)
  tools/kernel_profile.py --model        prints what the table predicts for an H200 at a million agents

Counts are differences of two runs of throng_device_steps, so that what comes before the first steps is no part of them.
"""
import argparse
import csv
import io
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/kernel_profile.csv"
AGENTS, SHORT, LONG = 20000, 4, 24
SCENES = ("sparse", "dense", "packed", "boxes")
COLUMNS = ("scene", "kernel", "thread_instructions", "active_lanes", "load_bytes", "store_bytes", "sectors", "local_bytes")

# NVIDIA H200: multiprocessors and clock as read there by others on such a machine (132, 1980 MHz under load); four warp
# schedulers each (CUDA programming guide, compute capability 9.0); memory bandwidth of the data sheet.
MULTIPROCESSORS, SCHEDULERS, CLOCK, BANDWIDTH = 132, 4, 1.98e9, 4.8e12
# Machine instructions per PTX instruction: solve_kernel<10> has 5,088 in its sm_90 code and 4,179 in PTX.
MACHINE_PER_PTX = 1.22
# Share of the schedulers' slots in which an instruction is issued: assumed, the one number that only a device can give.
ISSUE = (0.35, 0.6)
LAUNCH_SECONDS = 2.0e-6  # from one node of a graph to the next: assumed
NODES = 27


def counts_of(program: pathlib.Path, scene: str, steps: int) -> dict:
    """Kernel -> (thread instructions, warp instructions, load, store, sectors, local), of a whole run."""
    environment = os.environ | {"PTXEMU_PROFILE": "1"}  # of the runtime: a table at the end
    environment["LD_LIBRARY_PATH"] = environment["THRONG_CUDA_RUNTIME_DIR"]
    run = subprocess.run([program, "run", scene, str(AGENTS), str(steps)], env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{program.name} run {scene} {AGENTS} {steps}: exit status {run.returncode}\n{run.stderr[-2000:]}")
    counts = {}
    for line in run.stderr.splitlines():
        fields = line.split(None, 13)
        if len(fields) != 14 or not fields[0].isdigit():
            continue
        name = re.search(r"(\w+_kernel(?:<\d+>)?)|cub::.*?(Device\w+Kernel)", fields[13])
        if name is None:
            continue
        threads, lanes = int(fields[1]), float(fields[2])
        row = (threads, threads / lanes, *map(int, (fields[3], fields[4], fields[5], fields[8])))
        kernel = name.group(1) or "cub::" + name.group(2)
        counts[kernel] = tuple(a + b for a, b in zip(row, counts.get(kernel, (0,) * 6)))
    if not counts:
        sys.exit("the CUDA runtime of THRONG_CUDA_RUNTIME_DIR prints no profile")
    return counts


def profile(program: pathlib.Path) -> list:
    rows = []
    for scene in SCENES:
        short, long = counts_of(program, scene, SHORT), counts_of(program, scene, LONG)
        for kernel, counts in long.items():
            threads, warps, *rest = (b - a for a, b in zip(short.get(kernel, (0,) * 6), counts))
            each = (LONG - SHORT) * AGENTS
            if threads / each < 1.0:
                continue
            rows.append([scene, kernel, f"{threads / each:.1f}", f"{threads / warps:.1f}", *(f"{x / each:.1f}" for x in rest)])
    return rows


def model(rows: list, agents: int = 1_000_000) -> None:
    warp_instructions_per_second = MULTIPROCESSORS * SCHEDULERS * CLOCK
    for scene in SCENES:
        print(f"{scene}: {agents} agents, milliseconds by instructions (issue {ISSUE[0]:.0%} to {ISSUE[1]:.0%}) and by bytes")
        total = [0.0, 0.0, 0.0]
        for row in (r for r in rows if r["scene"] == scene):
            warps = float(row["thread_instructions"]) * MACHINE_PER_PTX / float(row["active_lanes"]) * agents
            slow, fast = (1e3 * warps / (warp_instructions_per_second * issue) for issue in ISSUE)
            by_bytes = 1e3 * 32 * float(row["sectors"]) * agents / BANDWIDTH
            total = [t + x for t, x in zip(total, (slow, fast, by_bytes))]
            if slow > 0.004:
                print(f"  {row['kernel']:<26}{fast:7.3f} to {slow:6.3f}{by_bytes:10.3f}")
        launches = 1e3 * LAUNCH_SECONDS * NODES
        print(f"  {'launches':<26}{launches:7.3f}\n  {'step':<26}{total[1] + launches:7.3f} to {total[0] + launches:6.3f}{total[2]:10.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/throng_device_steps")
    parser.add_argument("--model", action="store_true")
    arguments = parser.parse_args()
    if arguments.model:
        lines = TABLE.read_text(encoding="utf-8").splitlines()
        model(list(csv.DictReader(line for line in lines if not line.startswith("#"))))
        return 0
    if not os.environ.get("THRONG_CUDA_RUNTIME_DIR"):
        sys.exit("THRONG_CUDA_RUNTIME_DIR names no folder of a CUDA runtime that keeps a profile")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    text = io.StringIO()
    text.write(f"# tools/kernel_profile.py at {commit}: PTX of compute_75, {AGENTS} agents, steps {SHORT + 1} to {LONG}; per agent and step.\n")
    text.write("# No device: counts, not times. active_lanes: of the 32 of a warp, on average; sectors: of 32 bytes, global memory.\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(profile(arguments.program))
    TABLE.write_text(text.getvalue(), encoding="utf-8")
    print(f"{TABLE.relative_to(ROOT)}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
