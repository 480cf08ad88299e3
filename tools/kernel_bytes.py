#!/usr/bin/env python3
"""Bytes of device memory per agent and step, by a list of what each kernel reads and writes.

  tools/kernel_bytes.py            prints the list as the table of docs/gpu.md
  tools/kernel_bytes.py --check    compares the table there with the list, and the list with docs/kernel_profile.csv

The list is of a step without optional features: point goals, one layer, equal shares, no static obstacles, at most 10 neighbors. Each
array counts once per kernel, however often a kernel looks at it; what one kernel has written counts again in the next. What neighbors
read of each other comes out of the cache, since they stand side by side in cell order, and does not count.
"""
import argparse
import csv
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT, PROFILE = ROOT / "docs/gpu.md", ROOT / "docs/kernel_profile.csv"
MOST = 200.0
SCENE = "dense"
CELLS, ROOM = 0.67, 1.0  # cells in use and in the table, per agent: 1.5 agents in a cell (grid_placement.hpp), room for one each
RECORD = 104 + 4         # bytes of an agent's fields (agent_fields.hpp) and of where its search starts

# Kernel of the profile -> what it is called in the table, reads, writes: (bytes, what).
LIST = {
    "cub::DeviceScanKernel": ("scan of the cells' counts", [(4 * ROOM, "counts")], [(4 * ROOM, "starts")]),
    "memset": ("counts to zero", [], [(4 * ROOM, "counts")]),
    "place_crowd_kernel": ("`place_crowd`",
                           [(8, "position"), (8, "velocity"), (4, "radius"), (4 * CELLS, "starts")],
                           [(4, "order"), (16, "position and velocity in cell order"), (4, "radius in cell order"),
                            (4 * CELLS, "starts")]),
    "solve_block_kernel<10,192,64>": ("`solve_block`",
                                      [(4, "order"), (16, "position and velocity in cell order"), (4, "radius in cell order"),
                                       (4 * CELLS, "starts"), (8, "position"), (4, "goal's kind"), (8, "goal"), (4, "profile"),
                                       (4, "preferred speed"), (4, "maximal speed"), (4, "radius"), (4, "flags"), (8, "heading"),
                                       (4, "start of the search"), (4 * CELLS, "counts")],
                                      [(8, "preferred velocity"), (8, "velocity"), (8, "position"), (8, "heading"), (4, "flags"),
                                       (4, "start of the search"), (1, "who leaves"), (4 * CELLS, "counts")]),
    "reorder_agents_kernel": ("`reorder_agents`, in some steps", [(4, "order"), (RECORD, "all")], [(RECORD, "all")]),
    "put_agents_back_kernel": ("`put_agents_back`, in some steps", [(RECORD, "all")], [(RECORD, "all"), (8, "order, index")]),
}
SOME_STEPS = ("reorder_agents_kernel", "put_agents_back_kernel")
# Bytes that a thread writes a second time, while the sector is in the cache: velocity and flags.
AGAIN = {"solve_block_kernel<10,192,64>": 12}


def profile() -> dict:
    lines = PROFILE.read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return {row["kernel"]: row for row in rows if row["scene"] == SCENE}


def share_of_steps(kernels: dict) -> float:
    """Of the steps in which agents are put into cell order, as profiled."""
    return float(kernels["reorder_agents_kernel"]["store_bytes"]) / RECORD


def table(kernels: dict):
    """Its lines, and the sum."""
    lines, total = ["| kernel | reads | writes | bytes |", "|---|---|---|---|"], 0.0
    for kernel, (title, reads, writes) in LIST.items():
        share = share_of_steps(kernels) if kernel in SOME_STEPS else 1.0
        each = share * sum(b for b, _ in reads + writes)
        total += each
        cells = [", ".join(f"{what} {b:.3g}" for b, what in part) for part in (reads, writes)]
        title += f" ({share:.1%})" if kernel in SOME_STEPS else ""
        lines.append(f"| {title} | {cells[0]} | {cells[1]} | {each:.1f} |")
    return [*lines, f"| sum | | | {total:.1f} |"], total


def faults_of(kernels: dict) -> list:
    lines, total = table(kernels)
    faults = [f"{total:.1f} bytes per agent and step, more than {MOST}"] if total > MOST else []
    if "\n".join(lines) not in DOCUMENT.read_text(encoding="utf-8"):
        faults.append(f"{DOCUMENT.name} has another table; tools/kernel_bytes.py prints it")
    for kernel, (_, _, writes) in LIST.items():
        if kernel not in kernels or kernel in SOME_STEPS or kernel.startswith("cub"):
            continue
        # An atomic operation on a cell counts 4 bytes there, and is spread over fewer cells than agents here.
        listed = sum(b for b, _ in writes) + 4 * (1 - CELLS)
        stored = float(kernels[kernel]["store_bytes"])
        if not listed - 0.5 <= stored <= listed + AGAIN.get(kernel, 0) + 0.5:
            faults.append(f"{kernel}: {stored} bytes stored in the profile, {listed:.1f} listed")
        loaded, read = float(kernels[kernel]["load_bytes"]), sum(b for b, _ in LIST[kernel][1])
        if loaded < read - 4 * CELLS:
            faults.append(f"{kernel}: {loaded} bytes loaded in the profile, {read:.1f} listed")
    unlisted = [k for k, row in kernels.items() if k not in LIST and float(row["load_bytes"]) + float(row["store_bytes"]) > 10.0
                and float(row["sectors"]) > 0.15]
    return faults + [f"{k} moves memory and is not in the list" for k in unlisted]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    kernels = profile()
    if not arguments.check:
        print("\n".join(table(kernels)[0]))
        return 0
    faults = faults_of(kernels)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
