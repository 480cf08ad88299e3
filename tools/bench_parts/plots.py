#!/usr/bin/env python3
"""Draws a results file of tools/bench.py: plots.py RESULTS.json writes RESULTS_time.png, RESULTS_rate.png and RESULTS_phases.png.

Needs matplotlib; tools/bench.py runs it by its private Python.
"""
import json
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as pyplot  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from bench_parts import tables  # noqa: E402

# One color for one executor in all plots.
STYLES = {"reference": ("reference", "#888888", "s"), "rvo2_package_1": ("RVO2, package, 1 thread", "#d55e00", "v"),
          "rvo2_openmp_1": ("RVO2, openmp, 1 thread", "#a03000", "p"),
          "rvo2_openmp_2": ("RVO2, openmp, 2 threads", "#b04a00", "s"),
          "rvo2_native_1": ("RVO2, native, 1 thread", "#e69f00", "^"), "rvo2_native_2": ("RVO2, native, 2 threads", "#f0c060", "<"),
          "cuda": ("Throng, cuda", "#009e73", "D")}
BLUES = ("#0072b2", "#56b4e9", "#004060", "#80a0ff")
PHASE_COLORS = ("#cccccc", "#56b4e9", "#0072b2", "#009e73")


def style(executor: str) -> tuple:
    if executor.startswith("cpu_"):
        threads = int(executor.removeprefix("cpu_"))
        return (f"Throng, cpu, {threads} thread{'s' if threads > 1 else ''}", BLUES[(threads.bit_length() - 1) % len(BLUES)], "o")
    return STYLES[executor]


def draw_curves(found: dict, path: pathlib.Path, value, label: str, title: str) -> None:
    figure, axes = pyplot.subplots(1, len(found), figsize=(4.6 * len(found), 4.4), sharey=True, squeeze=False, layout="constrained")
    for axis, (scene, of_scene) in zip(axes[0], found.items()):
        for executor, points in of_scene.items():
            name, color, marker = style(executor)
            axis.plot([n for n, _ in points], [value(ns) for _, ns in points], label=name, color=color, marker=marker, markersize=4)
        axis.set(title=scene, xlabel="agents", xscale="log", yscale="log")
        axis.grid(which="both", alpha=0.25)
    axes[0][0].set_ylabel(label)
    handles = {name: line for axis in axes[0] for line, name in zip(*axis.get_legend_handles_labels())}
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=4, fontsize=8, frameon=False)
    figure.suptitle(title, fontsize=10)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def draw_phases(entries: list, path: pathlib.Path, title: str) -> None:
    """Where a step's time goes: one bar for each measurement of cpu and cuda."""
    entries = [e for e in entries if "/reference/" not in e["name"] and "first_step" not in e["name"]]
    figure, axis = pyplot.subplots(figsize=(9.0, 1.2 + 0.2 * len(entries)), layout="constrained")
    left = [0.0] * len(entries)
    for phase, color in zip(tables.PHASES, PHASE_COLORS):
        shares = [100.0 * e[phase] / sum(e[p] for p in tables.PHASES) for e in entries]
        axis.barh(range(len(entries)), shares, left=left, color=color, label=phase.removesuffix("_ns"))
        left = [a + b for a, b in zip(left, shares)]
    axis.set_yticks(range(len(entries)), [tables.plain_name(e) for e in entries], fontsize=7)
    axis.invert_yaxis()
    axis.set(xlim=(0, 100), xlabel="share of a step, %")
    axis.margins(y=0.01)
    figure.legend(loc="outside lower center", ncols=4, fontsize=8, frameon=False)
    axis.set_title(title, fontsize=10)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: plots.py RESULTS.json")
    file = pathlib.Path(sys.argv[1])
    results = json.loads(file.read_text())
    machine = results["machine"]
    title = f"{machine['processor']}, {machine['cores']} cores; load {results['load_before']} to {results['load_after']}"
    found = tables.curves(results)
    if found:
        draw_curves(found, file.with_name(f"{file.stem}_time.png"), lambda ns: ns, "ns per agent-step", title)
        draw_curves(found, file.with_name(f"{file.stem}_rate.png"), lambda ns: 1e9 / ns, "agent-steps per second", title)
    if tables.measured_steps(results):
        draw_phases(tables.measured_steps(results), file.with_name(f"{file.stem}_phases.png"), title)


if __name__ == "__main__":
    main()
