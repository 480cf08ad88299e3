#!/usr/bin/env python3
"""Runs cases with known outcomes and says whether they are met.

  tools/validation.py rimea [--case TEXT] [--quick | --long]    RiMEA's and NIST's cases of motion (tests/data/rimea/cases.json)
  tools/validation.py places [--case TEXT] [--quick | --long]   everybody arrives in all walkable areas (tests/data/places)

Prints a table; the exit status is 1 when a criterion is not met. --write puts the results into bench/results/validation_WHAT.json, from which
docs/validation.md is made (tools/bench_figures.py). --quick leaves the long ones out, --long runs them alone. --jobs scenes run at once.

A case has scenes, each run for every seed, with `lines` and `areas` to measure, and criteria: a quantity, `least` and `most`, `because`; without limits it is told
and asks for nothing. In no scene may anybody pass a wall or leave the walkable area. A quantity is a `value`, SCENE/stats/KEY of the stats file, SCENE/measure/KEY.. or SCENE/lines/N/KEY (N from 0) of `throng measure` (also `last_forward`, s, of the last who passes line N forward); a
`ratio` of two; or the `mean`, `deviation`, `least`, `most` or `count` of the `speed` of those who pass two lines. Each seed has to meet it.
"""
import argparse
import concurrent.futures
import csv
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

from bench import circumstances, write

ROOT = pathlib.Path(__file__).resolve().parent.parent
RIMEA, PLACES = ROOT / "tests/data/rimea", ROOT / "tests/data/places"
LONG_PLACES = ("aknz_evac", "Geometrie_verwinkelt_v1")


class BadCase(Exception):
    """A case that can't be understood."""


def result_path(what: str) -> pathlib.Path:
    return ROOT / f"bench/results/validation_{what}.json"


def run_scene(program: pathlib.Path, scene: pathlib.Path, seed: int, lines: list, areas: list) -> dict:
    """What `throng run` and `throng measure` say of a scene."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        recording, stats, figures = folder / "run.h5", folder / "stats.json", folder / "figures.json"
        commands = [[program, "run", scene, "--executor", "cpu", "--threads", "1", "--seed", str(seed), "--output", recording, "--stats", stats, "--quiet"],
                    [program, "measure", recording, "--scene-folder", scene.parent, "--threads", "1", "--json", figures, "--csv", folder / "series", "--quiet",
                     *(f"--line={line}" for line in lines), *(f"--area={area}" for area in areas)]]
        for command in commands:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise BadCase(f"{scene.name}, seed {seed}: {command[1]} ended with {done.returncode}: {done.stderr.strip()}")
        result = {"stats": json.loads(stats.read_text()), "measure": json.loads(figures.read_text())}
        result["lines"] = result["measure"]["lines"]
        for number, line in enumerate(result["lines"]):
            with (folder / f"series/passages_{number + 1}.csv").open() as file:
                line["of"] = {row["id"]: (float(row["time"]), row["forward"] == "1") for row in csv.DictReader(file)}
            line["last_forward"] = max((time for time, forward in line["of"].values() if forward), default=None)
        return result


def looked_up(runs: dict, path: str):
    found = runs
    for key in path.split("/"):
        try:
            found = found[int(key)] if isinstance(found, list) else found[key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise BadCase(f"'{path}': there is no '{key}'") from None
    if found is None:
        raise BadCase(f"'{path}' has no value")
    return found


def walked_speed(runs: dict, of: dict) -> float:
    """Of those who pass two lines, over the distance between them."""
    begin, end = looked_up(runs, of["from"])["of"], looked_up(runs, of["to"])["of"]
    speeds = [of["distance"] / (end[person][0] - begin[person][0]) for person in begin if person in end]
    if not speeds:
        raise BadCase(f"nobody passes both {of['from']} and {of['to']}")
    take = {"mean": statistics.fmean, "least": min, "most": max, "deviation": statistics.pstdev, "count": len}
    return take[of["take"]](speeds)


def quantity(runs: dict, criterion: dict) -> float:
    if "ratio" in criterion:
        above, below = (looked_up(runs, path) for path in criterion["ratio"])
        return above / below
    if "speed" in criterion:
        return walked_speed(runs, criterion["speed"])
    return looked_up(runs, criterion["value"])


def is_met(criterion: dict, values: list) -> bool:
    least, most = criterion.get("least"), criterion.get("most")
    return all((least is None or value >= least) and (most is None or value <= most) for value in values)


CRITERION_KEYS = {"quantity", "because", "least", "most", "value", "ratio", "speed"}


def check_criterion(name: str, criterion: dict) -> None:
    """A limit that is misspelled would be met for ever."""
    if unknown := set(criterion) - CRITERION_KEYS:
        raise BadCase(f"{name}: a criterion has the key '{min(unknown)}', wanted one of {', '.join(sorted(CRITERION_KEYS))}")
    if sum(key in criterion for key in ("value", "ratio", "speed")) != 1:
        raise BadCase(f"{name}, {criterion.get('quantity')}: wanted one of value, ratio and speed")


def rimea_cases() -> list:
    cases = json.loads((RIMEA / "cases.json").read_text())["cases"]
    for case in cases:
        for criterion in case["criteria"]:
            check_criterion(case["name"], criterion)
        for scene in case["scenes"].values():
            scene["scene"] = RIMEA / f"{scene['scene']}.json"
    return cases


def place_cases() -> list:
    """The scene of a place knows how many people it holds and when it has to be empty."""
    criteria = [{"quantity": "people", "value": "run/stats/agents", "least": 1},
                {"quantity": "arrived, share", "ratio": ["run/stats/arrived", "run/stats/agents"], "least": 1.0},
                {"quantity": "left behind", "value": "run/stats/remaining", "most": 0},
                {"quantity": "walls passed", "value": "run/stats/wall_crossings", "most": 0},
                {"quantity": "places outside", "value": "run/measure/outside/places", "most": 0},
                {"quantity": "time, s", "value": "run/stats/simulated_time"},
                {"quantity": "deepest overlap, m", "value": "run/stats/deepest_overlap"}]
    return [{"name": path.stem, "scenes": {"run": {"scene": path}}, "long": path.stem in LONG_PLACES, "criteria": criteria}
            for path in sorted(PLACES.glob("*.json"), key=lambda path: path.stem.lower())]


CASES = {"rimea": rimea_cases, "places": place_cases}


def check_inside(scene: pathlib.Path, seed: int, run: dict) -> None:
    """Nobody passes a wall or leaves the walkable area, whatever else a case is about."""
    for what, count in (("walls passed", run["stats"]["wall_crossings"]), ("places outside", run["measure"]["outside"]["places"])):
        if count > 0:
            raise BadCase(f"{scene.name}, seed {seed}: {count} {what}")


def evaluated(case: dict, done: dict) -> dict:
    """`done`: by scene and seed what was measured."""
    seeds = range(1, 1 + case.get("seeds", 1))
    if not any(criterion.get("value", "").endswith("wall_crossings") for criterion in case["criteria"]):
        for (scene, seed), run in done.items():
            check_inside(scene, seed, run)
    criteria = []
    for criterion in case["criteria"]:
        values = [quantity({name: done[scene["scene"], seed] for name, scene in case["scenes"].items()}, criterion) for seed in seeds]
        criteria.append({**{key: criterion[key] for key in ("quantity", "least", "most", "because") if key in criterion},
                         "values": values, "met": is_met(criterion, values)})
    return {"name": case["name"], "seeds": len(seeds), "criteria": criteria}


def shown(case: dict) -> str:
    rows = [case["name"]]
    for criterion in case["criteria"]:
        values = criterion["values"]
        spread = f"{values[0]:.4g}" if min(values) == max(values) else f"{min(values):.4g} to {max(values):.4g}"
        limits = " ".join(f"{name} {criterion[name]:g}" for name in ("least", "most") if name in criterion)
        rows.append(f"  {'good' if criterion['met'] else 'FAILED':6}  {criterion['quantity']}: {spread}{f' ({limits})' if limits else ''}")
    return "\n".join(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=sorted(CASES))
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/throng")
    parser.add_argument("--case", default="", help="only those whose name has this text in it")
    parser.add_argument("--quick", action="store_true", help="without the long ones")
    parser.add_argument("--long", action="store_true", help="the long ones alone")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into bench/results")
    options = parser.parse_args()
    program = options.program.resolve()
    try:
        all_cases = CASES[options.what]()
    except BadCase as bad:
        print(f"validation: {bad}", file=sys.stderr)
        return 2
    cases = [case for case in all_cases if options.case in case["name"]
             and not (options.quick and case.get("long")) and not (options.long and not case.get("long"))]
    if not cases:
        print("validation: no such case", file=sys.stderr)
        return 2
    result = {**circumstances(program), "command": f"tools/validation.py {options.what}", "cases": []}
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        started = {(scene["scene"], seed): pool.submit(run_scene, program, scene["scene"], seed, scene.get("lines", []), scene.get("areas", []))
                   for case in cases for scene in case["scenes"].values() for seed in range(1, 1 + case.get("seeds", 1))}
        for case in cases:
            try:
                wanted = [(scene["scene"], seed) for scene in case["scenes"].values() for seed in range(1, 1 + case.get("seeds", 1))]
                row = evaluated(case, {key: started[key].result() for key in wanted})
            except BadCase as bad:
                print(f"{case['name']}\n  FAILED  {bad}", flush=True)
                failed += 1
                continue
            print(shown(row), flush=True)
            failed += sum(not criterion["met"] for criterion in row["criteria"])
            result["cases"].append(row)
    if options.write:
        write(result_path(options.what), result)
    print(f"{len(cases)} cases, {failed} criteria not met" if failed else f"{len(cases)} cases, all met")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
