#!/usr/bin/env python3
"""Prints a results file of tools/bench.py as tables.

Steps: nanoseconds per agent-step, by phase, of time that passed; `CPU` is the processor time of the calling thread, which
other programs disturb less: it is all of it where one thread works (`cpu_one`, `reference`). `x reference`: how many
times faster than the reference executor, in the same run, on the same scene with the same number of agents; by
processor time for `cpu_one`, by time passed for `cpu_all`.
"""
import json
import pathlib
import sys

PHASES = ("navigate_ns", "bin_ns", "solve_ns", "move_ns", "step_ns")
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def plain_name(entry: dict) -> str:
    """The name without the library's notes on iterations and clocks."""
    return "/".join(part for part in entry["name"].split("/") if not part.startswith(("iterations:", "real_time")))


def cpu_ns(entry: dict) -> float:
    """Processor time of the calling thread per agent-step."""
    return entry["step_ns"] * entry["cpu_time"] / entry["real_time"]


def table(head: tuple, rows: list) -> str:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = []
    for row in [head, tuple("-" * width for width in widths), *rows]:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def steps_table(entries: list) -> str:
    by_name = {plain_name(e): e for e in entries}
    rows = []
    for entry in entries:
        name = plain_name(entry)
        parts = name.split("/")
        kind = parts[2]
        reference = by_name.get("/".join([*parts[:2], "reference", *parts[3:]]))
        ratio = ""
        if reference and kind != "reference":
            clock = cpu_ns if kind == "cpu_one" else lambda e: e["step_ns"]
            ratio = f"{clock(reference) / clock(entry):.0f}"
        rows.append((name, *(f"{entry[phase]:.0f}" for phase in PHASES),
                     f"{cpu_ns(entry):.0f}" if kind != "cpu_all" else "", f"{1e3 / entry['step_ns']:.2f}", ratio))
    return table(("", "navigate", "bin", "solve", "move", "step, ns", "CPU, ns", "million agent-steps/s", "x reference"), rows)


def calls_table(entries: list) -> str:
    rows = []
    for entry in entries:
        whole = entry["real_time"] * NANOSECONDS[entry["time_unit"]]
        # The library inverts a rate of 1e-9 items per second: seconds per item times 1e9.
        each = f"{entry['item_ns']:.0f}" if "item_ns" in entry else ""
        rows.append((plain_name(entry), f"{whole / 1e6:.2f}",
                     f"{entry['cpu_time'] * NANOSECONDS[entry['time_unit']] / 1e6:.2f}", each))
    return table(("", "ms", "CPU, ms", "ns each"), rows)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: bench_table.py RESULTS.json")
    results = json.loads(pathlib.Path(sys.argv[1]).read_text())
    machine = results["machine"]
    print(f"{machine['processor']}, {machine['cores']} cores; load {results['load_before']} before, "
          f"{results['load_after']} after")
    print(f"{results['compiler']}, {results['build_type']}; commit {results['commit']}\n")
    if "instructions_per_agent_step" in results:
        rows = [(scene, f"{count:.0f}") for scene, count in results["instructions_per_agent_step"].items()]
        print(table(("", "instructions per agent-step"), rows))
        return
    entries = results["benchmarks"]
    steps = [e for e in entries if "step_ns" in e]
    calls = [e for e in entries if "step_ns" not in e and "error_occurred" not in e]
    if steps:
        print(steps_table(steps) + "\n")
    if calls:
        print(calls_table(calls))


if __name__ == "__main__":
    main()
