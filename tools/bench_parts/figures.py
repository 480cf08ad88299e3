"""Figures for documents, each a piece of Markdown made of a results file."""
from bench_parts import collision, tables
from bench_parts.tables import number, table


class Missing(Exception):
    """The results file has not what a document shows."""


def part(results: dict, name: str):
    if name not in results:
        raise Missing(f"the results have no '{name}'; write them by `make bench` without a filter")
    return results[name]


def steps_of(results: dict, kind: str) -> dict:
    """Scene -> executor -> agents -> entry."""
    part(results, "benchmarks")
    found = {}
    for entry in tables.measured_steps(results):
        name, scene, executor, agents = tables.plain_name(entry).split("/")
        if name == kind:
            found.setdefault(scene, {}).setdefault(executor, {})[int(agents)] = entry
    if not found:
        raise Missing(f"the results have no steps of '{kind}'")
    return found


def machine(results: dict) -> str:
    of = results["machine"]
    commit, _, changes = results["commit"].partition(" ")
    return (f"{of['processor']}, {of['cores']} cores; load average {results['load_before']} before and {results['load_after']} after; "
            f"{results['compiler']}; commit {commit[:10]}{' ' + changes if changes else ''}.")


def headline(results: dict) -> str:
    rows = []
    for row in part(results, "rvo2")["rows"]:
        if row["reference"]:
            continue
        sides, ratios = row["sides"], row["ratios"]

        def of(side):
            return number(sides[side]["cpu_ns"]) if side in sides else ""
        rows.append((f"{row['scene']}, {row['agents']:,} agents", of("throng_1"), of("rvo2_package_1"),
                     number(ratios.get("package"), 1), number(ratios.get("openmp_2_threads"), 1), of("rvo2_native_1"),
                     number(ratios.get("native"), 1), number(ratios.get("native_2_threads"), 1)))
    return table(("ns per agent-step, 1 thread", "Throng", "RVO2, package", "ratio", "RVO2, openmp: ratio, 2 threads", "RVO2, native", "ratio",
                  "ratio, 2 threads"), rows)


def reference(results: dict) -> str:
    """How many times as fast as the reference the other executors are, in one line each."""
    steps, lines = steps_of(results, "step"), []
    for scene, executors in steps.items():
        if "reference" not in executors:
            continue
        agents, slow = max(executors["reference"].items())
        for executor, of_size in executors.items():
            if executor != "reference" and agents in of_size:
                ratio = tables.best_ns(slow) / tables.best_ns(of_size[agents])
                lines.append(f"- {scene}, {agents:,} agents: `{executor}` is {number(ratio)} times as fast as `reference`")
    return "\n".join(lines)


def growth(results: dict, kind: str = "step") -> str:
    steps = steps_of(results, kind)
    sizes = sorted({n for executors in steps.values() for of_size in executors.values() for n in of_size})
    rows = []
    for scene, executors in steps.items():
        for executor, of_size in executors.items():
            times = [tables.best_ns(entry) for entry in of_size.values()]
            rows.append((f"{scene}, {executor}", *(number(tables.best_ns(of_size[n])) if n in of_size else "" for n in sizes),
                         number(max(times) / min(times), 2)))
    return table(("ns per agent-step", *(f"{n:,}" for n in sizes), "most by least"), rows)


def growth_of_steering(results: dict) -> str:
    return growth(results, "steering")


def growth_of_footprints(results: dict) -> str:
    return growth(results, "footprints")


def threads(results: dict) -> str:
    by_name = {tables.plain_name(e): e for e in tables.measured_steps(results)}
    rows = []
    for scene, executors in steps_of(results, "step").items():
        for executor, of_size in executors.items():
            for agents, entry in of_size.items():
                efficiency = tables.efficiency(entry, by_name)
                if efficiency is not None:
                    rows.append((f"{scene}, {agents:,} agents, {executor.removeprefix('cpu_')} threads",
                                 number(efficiency * entry["threads"], 2), number(efficiency, 2), number(entry["cpu_ns"])))
    return table(("", "times as fast as one", "efficiency", "CPU, ns per agent-step"), rows)


def phases(results: dict) -> str:
    """Of one thread, at the largest size."""
    rows = []
    for scene, executors in steps_of(results, "step").items():
        for executor in ("cpu_1", "cuda"):
            if executor in executors:
                agents, entry = max(executors[executor].items())
                whole = sum(entry[phase] for phase in tables.PHASES)
                rows.append((f"{scene}, {agents:,} agents, {executor}", *(number(100.0 * entry[p] / whole, 1) for p in tables.PHASES),
                             number(100.0 * entry["infeasible"], 1)))
    return table(("share of a step, %", "navigate", "bin", "solve", "move", "infeasible agents, %"), rows)


def layouts(results: dict) -> str:
    rows = []
    steps = steps_of(results, "layout")
    compact = {executor: tables.best_ns(max(of_size.items())[1]) for executor, of_size in steps.get("compact", {}).items()}
    for scene, executors in steps.items():
        for executor, of_size in executors.items():
            for agents, entry in of_size.items():
                ns = tables.best_ns(entry)
                rows.append((f"{scene}, {executor}, {agents:,} agents", number(ns), number(1e-6 * ns * entry["agents"], 2),
                             number(ns / compact[executor], 2) if executor in compact else "", number(entry["bytes_per_agent"])))
    return table(("", "ns per agent-step", "ms per step", "x compact", "bytes per agent"), rows)


def contact(results: dict) -> str:
    """Scenes with a contact pass, which is part of `move`, beside the same ones without."""
    steps = steps_of(results, "contact")
    rows = []
    for scene, executors in steps.items():
        for executor, of_size in executors.items():
            for agents, entry in of_size.items():
                plain = steps.get(scene.partition("_")[0], {}).get(executor, {}).get(agents)
                rows.append((f"{scene}, {executor}, {agents:,} agents", number(tables.best_ns(entry)), number(entry["move_ns"]),
                             number(tables.best_ns(entry) / tables.best_ns(plain), 2) if plain else ""))
    return table(("ns per agent-step", "step", "of it motion and the pass", "x without"), rows)


def beside_plain(results: dict, kind: str) -> list:
    """Steps of scenes named PLAIN and PLAIN_MORE: name, entry, and the ratio to the plain one with as many agents."""
    steps = steps_of(results, kind)
    return [(f"{scene}, {executor}, {agents:,} agents", entry,
             tables.best_ns(entry) / tables.best_ns(plain) if (plain := steps.get(scene.partition("_")[0], {}).get(executor, {}).get(agents)) else None)
            for scene, executors in steps.items() for executor, of_size in executors.items() for agents, entry in of_size.items()]


def density(results: dict) -> str:
    rows = [(name, number(tables.best_ns(entry)), number(1e-6 * tables.best_ns(entry) * entry["agents"], 1), number(ratio, 2))
            for name, entry, ratio in beside_plain(results, "density")]
    return table(("", "ns per agent-step", "ms per step", "x without"), rows)


def journeys(results: dict) -> str:
    rows = [(name, number(tables.best_ns(entry)), number(1000.0 * entry["stages_passed"], 2) if "stages_passed" in entry else "", number(ratio, 2))
            for name, entry, ratio in beside_plain(results, "journeys")]
    return table(("", "ns per agent-step", "stages passed per 1,000 agent-steps", "x with plain goals"), rows)


def entries_named(results: dict, kind: str) -> dict:
    """The rest of the name -> entry."""
    found = {tuple(tables.plain_name(e).split("/")[1:]): e for e in part(results, "benchmarks") if e["name"].startswith(f"{kind}/")}
    if not found:
        raise Missing(f"the results have no '{kind}'")
    return found


def flow_fields(results: dict) -> str:
    """By map, number of goals and threads; times as fast by time passed."""
    found, rows = entries_named(results, "field"), []
    for (scene, executor, goals), entry in found.items():
        one = found[scene, "cpu_1", goals]
        rows.append((f"{scene}, {goals} goal{'s' if goals != '1' else ''}, {executor.removeprefix('cpu_')} thread{'s' if executor != 'cpu_1' else ''}",
                     number(1e-6 * entry["cells"], 2), number(entry["cpu_s"], 2), number(entry["passed_s"], 2),
                     number(1e-6 * entry["cells_per_cpu_s"], 2), number(one["passed_s"] / entry["passed_s"], 2)))
    return table(("", "million cells", "CPU, s", "time passed, s", "million cells per CPU second", "times as fast as one thread"), rows)


def way_of_a_place(results: dict) -> str:
    found = entries_named(results, "way")
    slow = found["buildings", "astar", "1"]["item_ns"]
    rows = [({"field": "one sample of the field", "astar": "A* over the nodes, Boost.Graph"}[name], number(1e-3 * entry["item_ns"], 3),
             number(slow / entry["item_ns"]), number(entry["making_s"], 2), number(entry["mean_way"], 1)) for (_, name, _), entry in found.items()]
    return table(("", "microseconds each", "times as fast", "made before in, s", "mean way found, m"), rows)


def pairs(results: dict) -> str:
    part(results, "benchmarks")
    if not collision.entries(results):
        raise Missing("the results have no 'collide'")
    return collision.pairs_table(results)


def growth_of_pairs(results: dict) -> str:
    part(results, "benchmarks")
    if not collision.entries(results):
        raise Missing("the results have no 'collide'")
    return collision.growth_table(results)


def calls(results: dict) -> str:
    part(results, "benchmarks")
    apart = ("collide/", "field/", "way/")
    return tables.calls_table({"benchmarks": [e for e in results["benchmarks"] if not e["name"].startswith(apart)]})


def quality(results: dict) -> str:
    measured = part(results, "quality")
    apart = [f"{row['name'].partition('/')[2]}: {tables.QUALITY_FIGURES[figure][0]}" for row in measured["rows"]
             for figure in row["apart_from_recorded"]]
    met = "RVO2 from the recorded starts meets its recorded runs."
    if apart:
        met = f"RVO2 does not meet its recorded runs in: {'; '.join(apart)}."
    return f"Medians of {measured['perturbations']} runs (least to most), of twice as many for `.._starts`. {met}\n\n{tables.quality_table(results)}"


def quality_in_short(results: dict) -> str:
    verdicts = [v["worse"] for row in part(results, "quality")["rows"] for v in row["verdict"].values()]
    worse = [f"{row['name'].partition('/')[2]}: {tables.QUALITY_FIGURES[figure][0]}" for row in results["quality"]["rows"]
             for figure, v in row["verdict"].items() if v["worse"] == "yes"]
    said = f"Of {len(verdicts)} figures of quality, {verdicts.count('no')} are as good as RVO2's or better by their medians, " \
           f"{verdicts.count('by chance')} are worse by no more than chance explains, and {len(worse)} are worse"
    return said + (f" ({'; '.join(worse)})." if worse else ".")


def ratios(results: dict) -> str:
    part(results, "rvo2")
    return tables.ratios_table(results)


def sides(results: dict) -> str:
    part(results, "rvo2")
    return tables.rvo2_sides_table(results)


def builds(results: dict) -> str:
    part(results, "rvo2")
    return tables.builds_table(results)


def instructions(results: dict) -> str:
    part(results, "instructions_per_agent_step")
    return f"{results['compiler']}, {results['instruction_set']}:\n\n{tables.instructions_table(results)}"


def instructions_of_pairs(results: dict) -> str:
    per_pair = part(results, "instructions_per_pair")
    return table(("", "instructions per pair"), [(name.replace("_", " "), number(count)) for name, count in per_pair.items()])


DIAGRAM_SETTINGS = {"wide": "4 m wide", "narrow": "1.8 m wide", "mixed": "4 m, speeds differ", "unaware": "4 m, without"}


def fundamental_diagram(results: dict) -> str:
    """Mean speed over the seeds by setting and density, and how far it is from Weidmann's."""
    speeds, expected = {}, {}
    for row in part(results, "rows"):
        density = round(row["density"] * 4) / 4
        speeds.setdefault((density, row["setting"]), []).append(row["speed"])
        expected[density] = row["weidmann"]

    def shown(density, setting):
        mean = sum(speeds[density, setting]) / len(speeds[density, setting])
        return f"{mean:.3f} ({100 * (mean / expected[density] - 1):+.1f} %)"
    rows = [(f"{density:.2f}", number(expected[density], 3), *(shown(density, setting) for setting in DIAGRAM_SETTINGS))
            for density in sorted(expected)]
    return table(("1/m^2", "Weidmann, m/s", *DIAGRAM_SETTINGS.values()), rows)


def limits_of(criterion: dict) -> str:
    least, most = criterion.get("least"), criterion.get("most")
    if least is None and most is None:
        return ""
    if least == most:
        return f"{least:,g}"
    return f"at least {least:g}" if most is None else f"at most {most:g}" if least is None else f"{least:g} to {most:g}"


def spread(values: list) -> str:
    shown = [f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}" for value in (min(values), max(values))]
    return shown[0] if shown[0] == shown[1] else " to ".join(shown)


def cases(results: dict) -> str:
    """Cases with criteria, least to most over the seeds."""
    rows = []
    for case in part(results, "cases"):
        for k, criterion in enumerate(case["criteria"]):
            name = f"{case['name']}; {case['seeds']} seed{'s' if case['seeds'] > 1 else ''}" if k == 0 else ""
            rows.append((name, criterion["quantity"], spread(criterion["values"]), limits_of(criterion),
                         criterion.get("because", ""), "" if limits_of(criterion) == "" else "yes" if criterion["met"] else "**no**"))
    return table(("case", "quantity", "measured", "wanted", "because", "met"), rows)


def places(results: dict) -> str:
    rows = []
    for case in part(results, "cases"):
        of = {criterion["quantity"]: criterion["values"][0] for criterion in case["criteria"]}
        rows.append((f"`{case['name']}`", f"{of['people']:,}", f"{100 * of['arrived, share']:g} %", str(of["left behind"]), str(of["walls passed"]),
                     str(of["places outside"]), number(of["time, s"], 1), number(1000 * of["deepest overlap, m"], 1)))
    return table(("place", "people", "arrived", "left behind", "walls passed", "places outside", "time, s", "deepest overlap, mm"), rows)


def jupedsim(results: dict) -> str:
    rows = []
    for place, of in part(results, "places").items():
        throng, other = of["throng"], of["jupedsim"]

        def time_of(side):
            return number(side["evacuation_time"], 1) if side["evacuation_time"] is not None else f"not out after {side['simulated_time']:.0f}"
        rows.append((f"`{place}`", f"{throng['people']:,}; {other['people']:,}", f"{throng['arrived']:,}; {other['arrived']:,}",
                     time_of(throng), time_of(other), number(throng["milliseconds_per_step"], 3), number(other["milliseconds_per_step"], 3),
                     number(1e3 * throng["seconds_per_simulated_second"], 2), number(1e3 * other["seconds_per_simulated_second"], 2),
                     number(throng["microseconds_per_agent_step"], 2), number(other["microseconds_per_agent_step"], 2)))
    return table(("place", "people", "arrived", "out after, s: Throng", "JuPedSim", "ms per step: Throng", "JuPedSim",
                  "ms per simulated second: Throng", "JuPedSim", "us per agent-step: Throng", "JuPedSim"), rows)


def against(value: float, recorded: float, digits: int) -> str:
    return f"{value:.{digits}f} ({100 * (value / recorded - 1):+.1f} %)"


def people(results: dict) -> str:
    """By seed and time step: the bottleneck and the corridor, and how far they are from what was recorded."""
    recorded = part(results, "recorded")
    by_seed = {}
    for row in part(results, "rows"):
        by_seed.setdefault(row["seed"], {})[row["time_step"]] = row
    steps = sorted(next(iter(by_seed.values())))
    heads = [f"{what}, {step:g} s" for what in ("flow, 1/s", "last, s", "speed, m/s", "density, 1/m^2") for step in steps]
    table_rows = [("recorded", *(number(recorded[key], digits) for key, digits in
                                 (("flow", 3), ("last", 1), ("corridor_speed", 3), ("corridor_density", 3)) for _ in steps))]
    for seed, row in sorted(by_seed.items()):
        table_rows.append((f"seed {seed}",
                           *(against(row[step]["bottleneck"]["flow"], recorded["flow"], 3) for step in steps),
                           *(number(row[step]["bottleneck"]["last"], 1) for step in steps),
                           *(against(row[step]["corridor"]["speed"], recorded["corridor_speed"], 3) for step in steps),
                           *(against(row[step]["corridor"]["density"], recorded["corridor_density"], 3) for step in steps)))
    return table(("", *heads), table_rows)


def people_in_a_ring(results: dict) -> str:
    rows = [(f"{row['density']:.2f}", number(row["weidmann_speed"], 3), against(row["speed"], row["weidmann_speed"], 3),
             number(1000 * row["overlap"], 1)) for row in part(results, "ring")]
    return table(("1/m^2", "Weidmann, m/s", "walker, m/s", "deepest overlap, mm"), rows)


def measured_at(results: dict) -> str:
    commit, _, changes = part(results, "commit").partition(" ")
    return f"Measured by `{results['command']}` at commit {commit[:10]}{' ' + changes if changes else ''}."


ALL = {f.__name__: f for f in (machine, headline, reference, growth, growth_of_steering, growth_of_footprints, threads, phases, layouts, contact, density, journeys,
                               flow_fields, way_of_a_place, pairs,
                               growth_of_pairs, calls, quality, quality_in_short, ratios, sides, builds, instructions,
                               instructions_of_pairs, fundamental_diagram, people, people_in_a_ring, cases, places, jupedsim,
                               measured_at)}
