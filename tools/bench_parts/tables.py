"""What was measured, as tables: for a terminal, and good as Markdown."""

PHASES = ("navigate_ns", "bin_ns", "solve_ns", "move_ns")
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def plain_name(entry: dict) -> str:
    """The name without the library's notes on iterations and clocks."""
    notes = ("iterations:", "real_time", "manual_time")
    return "/".join(part for part in entry["name"].split("/") if not part.startswith(notes))


def table(head: tuple, rows: list) -> str:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    rule = ("-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:]))
    lines = []
    for row in [head, rule, *rows]:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def number(value, digits: int = 0) -> str:
    return "" if value is None else f"{value:,.{digits}f}"


def best_ns(entry: dict) -> float:
    """Median per agent-step: processor time where one thread works, which other programs disturb less; time passed otherwise."""
    executor = plain_name(entry).split("/")[2]
    return entry["cpu_ns" if executor in ("cpu_1", "reference") else "step_ns"]


def measured_steps(results: dict) -> list:
    return [e for e in results.get("benchmarks", []) if "step_ns" in e]


def measured_calls(results: dict) -> list:
    return [e for e in results.get("benchmarks", []) if "step_ns" not in e and "error_occurred" not in e]


def sibling(entry: dict, by_name: dict, executor: str):
    """The same scene with as many agents on another executor."""
    kind, scene, _, agents = plain_name(entry).split("/")
    return by_name.get(f"{kind}/{scene}/{executor}/{agents}")


def curves(results: dict) -> dict:
    """Scene -> executor -> [(agents, ns per agent-step)], ascending."""
    found = {}

    def add(scene, executor, agents, ns):
        found.setdefault(scene, {}).setdefault(executor, []).append((agents, ns))

    for entry in measured_steps(results):
        kind, scene, executor, agents = plain_name(entry).split("/")
        if kind == "step":
            add(scene, executor, int(agents), best_ns(entry))
    for row in results.get("rvo2", {}).get("rows", []):
        for name, side in row["sides"].items():
            if name.startswith("rvo2_") and row["scene"] in found:
                add(row["scene"], name, row["agents"], side["cpu_ns" if name.endswith("_1") else "wall_ns"])
    for of_scene in found.values():
        for points in of_scene.values():
            points.sort()
    return found


def efficiency(entry: dict, by_name: dict):
    """One thread's time by that of n threads and by n, by time passed: 1 when all of it divides."""
    one = sibling(entry, by_name, "cpu_1")
    if one is None or not plain_name(entry).split("/")[2].startswith("cpu_") or entry["threads"] < 2:
        return None
    return one["step_ns"] / entry["step_ns"] / entry["threads"]


def steps_table(results: dict) -> str:
    """Medians over steps: of time passed for phases and the whole step, and of the processor time of all threads."""
    entries = measured_steps(results)
    by_name = {plain_name(e): e for e in entries}
    rows = []
    for entry in entries:
        reference = sibling(entry, by_name, "reference")
        ratio = best_ns(reference) / best_ns(entry) if reference and reference is not entry else None
        rows.append((plain_name(entry), *(number(entry[phase]) for phase in PHASES), number(entry["step_ns"]),
                     number(entry["cpu_ns"]), number(1e3 / best_ns(entry), 2), number(100.0 * entry["infeasible"]),
                     number(entry["bytes_per_agent"]), number(efficiency(entry, by_name), 2), number(ratio)))
    return table(("ns per agent-step", "navigate", "bin", "solve", "move", "step", "CPU", "million/s", "infeasible, %", "bytes per agent",
                  "efficiency", "x reference"), rows)


def calls_table(results: dict) -> str:
    rows = []
    for entry in measured_calls(results):
        unit = NANOSECONDS[entry["time_unit"]]
        # The library inverts a rate of 1e-9 items per second: seconds per item times 1e9.
        rows.append((plain_name(entry), number(entry["real_time"] * unit / 1e6, 2), number(entry["cpu_time"] * unit / 1e6, 2),
                     number(entry.get("item_ns"))))
    return table(("", "ms", "CPU, ms", "ns each"), rows)


def spread(side: dict, key: str) -> str:
    least, most = side[key.replace("_ns", "_range_ns")]
    return f"{side[key]:,.0f} ({least:,.0f} to {most:,.0f})"


SIDES = {
    "throng_1": "Throng, 1 thread", "throng_2": "Throng, 2 threads", "rvo2_package_1": "RVO2, package, 1 thread",
    "rvo2_openmp_1": "RVO2, openmp, 1 thread", "rvo2_openmp_2": "RVO2, openmp, 2 threads",
    "rvo2_native_1": "RVO2, native, 1 thread", "rvo2_native_2": "RVO2, native, 2 threads", "reference": "reference",
}


def rvo2_sides_table(results: dict) -> str:
    rows = [(f"{row['scene']}, {row['agents']:,}: {SIDES[name]}", spread(side, "cpu_ns"), spread(side, "wall_ns"),
             number(100.0 * side["infeasible"], 1) if "infeasible" in side else "")
            for row in results["rvo2"]["rows"] for name, side in row["sides"].items()]
    return table(("median (least to most), ns per agent-step", "CPU", "time passed", "infeasible, %"), rows)


RATIOS = {
    "package": "x package, 1 thread", "openmp": "x openmp, 1 thread", "openmp_2_threads": "x openmp, 2 threads each",
    "native": "x native, 1 thread", "native_2_threads": "x native, 2 threads each",
    "package_1_to_2_threads": "x package (1 thread), with 2 threads", "threads": "2 threads by 1", "reference": "x reference",
}


def ratios_table(results: dict) -> str:
    rows = [(f"{row['scene']}, {row['agents']:,} agents", *(number(row["ratios"].get(key), 1) for key in RATIOS))
            for row in results["rvo2"]["rows"]]
    return table(("", *RATIOS.values()), rows)


def builds_table(results: dict) -> str:
    rows = []
    for name, build in results["rvo2"]["builds"].items():
        if "left_out" in build:
            rows.append((name, "left out: " + build["left_out"], "", "", ""))
        else:
            openmp = {True: "yes", False: "no", None: "unknown"}[build["openmp"]]
            rows.append((name, build["compiler"], build["instruction_set"], openmp, build["flags"]))
    return table(("RVO2 2.0.3", "compiler", "instruction set", "OpenMP", "flags"), rows)


def instructions_table(counts: dict) -> str:
    return table(("", "instructions per agent-step"),
                 [(scene, number(count)) for scene, count in counts["instructions_per_agent_step"].items()])


QUALITY_FIGURES = {
    "arrived": ("ever at the goal", 0), "median_arrival_s": ("median arrival, s", 1), "all_at_goal_s": ("all at the goal, s", 1),
    "overlapping_pairs": ("overlapping pairs, summed over steps", 0), "most_pairs_at_once": ("most pairs at once", 0),
    "deepest_overlap_m": ("deepest overlap, m", 3),
}


def quality_table(results: dict) -> str:
    """Medians (least to most) of the runs; `recorded`: one run of RVO2, not of this program."""
    def shown(figure: dict, digits: int) -> str:
        def one(value):
            return "never" if value is None else number(value, digits)
        return f"{one(figure['median'])} ({one(figure['range'][0])} to {one(figure['range'][1])})"

    rows = []
    for row in results["quality"]["rows"]:
        for figure, (name, digits) in QUALITY_FIGURES.items():
            verdict = row["verdict"][figure]
            rows.append((f"{row['name'].partition('/')[2]}: {name}", shown(row["throng"][figure], digits), shown(row["rvo2"][figure], digits),
                         number(row["recorded"].get(figure), digits), verdict["worse"], number(verdict["chance"], 2)))
    return table(("", "Throng", "RVO2", "RVO2, recorded", "worse?", "chance"), rows)
