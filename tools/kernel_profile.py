#!/usr/bin/env python3
"""What each kernel does per agent and step, counted on a CUDA runtime that runs device code on the CPU and keeps a profile.

  tools/kernel_profile.py                writes docs/kernel_profile.csv (THRONG_CUDA_RUNTIME_DIR names the runtime's folder)
  tools/kernel_profile.py --model        prints what the table predicts for an H200 at a million agents

Counts are differences of two runs of throng_device_steps, so that what comes before the first steps is no part of them.
"""
import argparse
import concurrent.futures
import csv
import io
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/kernel_profile.csv"
AGENTS, SHORT, LONG = 20000, 10, 70
MODEL_AGENTS = 1_000_000
SCENES = ("sparse", "dense", "packed", "boxes", "density", "ways")
COLUMNS = ("scene", "kernel", "launches", "thread_instructions", "warp_instructions", "active_lanes", "load_bytes", "store_bytes", "sectors", "local_bytes")

# NVIDIA H200: multiprocessors and clock as read there by others on such a machine (132, 1980 MHz under load); four warp
# schedulers each (CUDA programming guide, compute capability 9.0); memory bandwidth of the data sheet.
MULTIPROCESSORS, SCHEDULERS, CLOCK, BANDWIDTH = 132, 4, 1.98e9, 4.8e12
# Machine instructions per PTX instruction: solve_block_kernel<10,192,64> has 15,008 in its sm_90 code and 12,614 in PTX.
MACHINE_PER_PTX = 1.19
# Share of the schedulers' slots in which an instruction is issued: assumed, the one number that only a device can give.
ISSUE = (0.35, 0.6)
LAUNCH_SECONDS = 2.0e-6  # from one node of a graph to the next: assumed
PHASES = {"bin": ("forget_grid", "place_cells", "count_cells", "cub::DeviceScan", "place_crowd", "follow_crowd", "reorder_agents", "put_agents_back",
                  "number_cells", "gather_crowd", "cub::DeviceReduce"),
          "solve (with navigate and move)": ("solve", "find_neighbors", "close_solve", "density"),
          "navigate and move apart, end of step": ("navigate", "move", "find_holes", "fill_holes", "end_step")}


def counts_of(program: pathlib.Path, scene: str, steps: int) -> dict:
    """Kernel -> (thread instructions, warp instructions, load, store, sectors, local), of a whole run."""
    # Of the runtime: a table at the end, and multiprocessors in the model's proportion to the agents, since they decide how many lots
    # of agents a block solves.
    multiprocessors = max(1, round(MULTIPROCESSORS * AGENTS / MODEL_AGENTS))
    environment = os.environ | {"PTXEMU_PROFILE": "1", "PTXEMU_SMS": str(multiprocessors)}
    environment["LD_LIBRARY_PATH"] = environment["THRONG_CUDA_RUNTIME_DIR"]
    run = subprocess.run([program, "run", scene, str(AGENTS), str(steps)], env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{program.name} run {scene} {AGENTS} {steps}: exit status {run.returncode}\n{run.stderr[-2000:]}")
    counts = {}
    for line in run.stderr.splitlines():
        fields = line.split(None, 13)
        if len(fields) != 14 or not fields[0].isdigit():
            continue
        name = re.search(r"(\w+_kernel(?:<[\du, ]+>)?)|cub::.*?(Device\w+Kernel)", fields[13])
        if name is None:
            continue
        threads, lanes = int(fields[1]), float(fields[2])
        row = (threads, threads / lanes, *map(int, (fields[3], fields[4], fields[5], fields[8])))
        kernel = re.sub(r"(\d)u?, ?", r"\1,", (name.group(1) or "cub::" + name.group(2)).replace("u>", ">"))
        launches = int(fields[0].split()[0])
        counts[kernel] = tuple(a + b for a, b in zip((*row, launches), counts.get(kernel, (0,) * 7)))
    if not counts:
        sys.exit("the CUDA runtime of THRONG_CUDA_RUNTIME_DIR prints no profile")
    return counts


def profile(program: pathlib.Path) -> list:
    rows = []
    runs = [(scene, steps) for scene in SCENES for steps in (SHORT, LONG)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:  # counts, not times: they may share a machine
        counted = dict(zip(runs, pool.map(lambda run: counts_of(program, *run), runs)))
    for scene in SCENES:
        short, long = counted[scene, SHORT], counted[scene, LONG]
        for kernel, counts in long.items():
            threads, warps, *rest, launches = (b - a for a, b in zip(short.get(kernel, (0,) * 7), counts))
            each = (LONG - SHORT) * AGENTS
            if launches < LONG - SHORT:  # between steps
                continue
            per_step = launches / (LONG - SHORT)
            rows.append([scene, kernel, f"{per_step:.1f}", f"{threads / each:.1f}", f"{warps / each:.2f}", f"{threads / warps:.1f}",
                         *(f"{x / each:.1f}" for x in rest)])
    return rows


def phase_of(kernel: str) -> str:
    for phase, names in PHASES.items():
        if kernel.startswith(names):
            return phase
    sys.exit(f"{kernel} belongs to no phase of the model")


def model(rows: list) -> None:
    """Milliseconds by instructions at both shares of the slots, by bytes as if no cache helped, and between the nodes of the graph."""
    slots = MULTIPROCESSORS * SCHEDULERS * CLOCK
    print(f"{MODEL_AGENTS} agents, ms: by instructions ({ISSUE[1]:.0%} to {ISSUE[0]:.0%} of the slots used), by bytes, launches")
    for scene in SCENES:
        print(f"{scene}")
        total = [0.0] * 4
        for phase in PHASES:
            of_phase = [r for r in rows if r["scene"] == scene and phase_of(r["kernel"]) == phase]
            warps = sum(float(r["warp_instructions"]) for r in of_phase) * MACHINE_PER_PTX * MODEL_AGENTS
            slow, fast = (1e3 * warps / (slots * issue) for issue in ISSUE)
            by_bytes = 1e3 * 32 * sum(float(r["sectors"]) for r in of_phase) * MODEL_AGENTS / BANDWIDTH
            launches = 1e3 * LAUNCH_SECONDS * sum(float(r["launches"]) for r in of_phase)
            total = [t + x for t, x in zip(total, (fast, slow, by_bytes, launches))]
            print(f"  {phase:<38}{fast:7.3f} to {slow:6.3f}{by_bytes:9.3f}{launches:9.3f}")
        threads, warps = (sum(float(r[c]) for r in rows if r["scene"] == scene) for c in ("thread_instructions", "warp_instructions"))
        print(f"  {'step':<38}{total[0]:7.3f} to {total[1]:6.3f}{total[2]:9.3f}{total[3]:9.3f}   {threads / warps:.1f} lanes, {warps:.0f} warp instructions")


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
