"""Pairs of convex bodies in a results file: collide/SHAPE/KIND/EXECUTOR and collide/SHAPE/all_pairs/EXECUTOR/BODIES."""
from bench_parts import tables
from bench_parts.tables import number, table

KINDS = {"given": "state, depth, normal", "given_with_points": "with points"}


def entries(results: dict) -> dict:
    """Parts of the name after `collide` -> entry."""
    named = ((tables.plain_name(e).split("/"), e) for e in results.get("benchmarks", []) if "error_occurred" not in e)
    return {tuple(parts[1:]): e for parts, e in named if parts[0] == "collide"}


def shapes(found: dict) -> list:
    return list(dict.fromkeys(name[0] for name in found))


def pairs_table(results: dict) -> str:
    """Million pairs per second of pairs that are given; with points also how many times as fast as the reference."""
    found = entries(results)
    executors = sorted({name[2] for name in found if name[1] in KINDS and name[2] != "reference"})
    rows = []
    for shape in shapes(found):
        for kind, text in KINDS.items():
            def rate(executor):
                entry = found.get((shape, kind, executor))
                return None if entry is None else 1e-6 * entry["pairs_per_s"]
            slow = rate("reference")
            ratio = rate("cpu_1") / slow if slow and rate("cpu_1") else None
            rows.append((f"{shape}, {text}", *(number(rate(executor), 1) for executor in executors), number(slow, 2), number(ratio),
                         number(100.0 * found[(shape, kind, executors[0])]["overlapping"])))
    return table(("million pairs per second", *executors, "reference", "cpu_1 x reference", "overlapping, %"), rows)


def growth_table(results: dict) -> str:
    """Nanoseconds per body of moving, finding pairs and colliding them."""
    found = {name: e for name, e in entries(results).items() if name[1] == "all_pairs"}
    sizes = sorted({int(name[3]) for name in found})
    rows = []
    for shape in shapes(found):
        for executor in sorted({name[2] for name in found if name[0] == shape}):
            times = {n: found[(shape, "all_pairs", executor, str(n))]["item_ns"] for n in sizes
                     if (shape, "all_pairs", executor, str(n)) in found}
            rows.append((f"{shape}, {executor}", *(number(times.get(n)) for n in sizes),
                         number(max(times.values()) / min(times.values()), 2)))
    return table(("ns per body", *(f"{n:,}" for n in sizes), "most by least"), rows)
