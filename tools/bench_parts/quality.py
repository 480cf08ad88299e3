#!/usr/bin/env python3
"""Is the result as good as RVO2's? Whole runs of both on the same scenes: arrivals, overlaps, time.

    quality.py --program THRONG_BENCH [--scenes circle blocks] [--perturbations 10]    prints JSON

Such runs are chaotic: one figure of one run says little. Each scene is run from starts that differ by at most 1e-4 m, and
medians are compared. A crowd forms its first knots before so small a difference counts, so these runs are of one crowd; the
scenes `..._starts` move each agent by up to 0.1 m and tell what holds for others too. The first start is not perturbed. Both sides get the same preferred velocities for the same positions, by
the rule of the scene, and are measured by the same code. Throng runs with the settings that a user gets.

Needs numpy and pyrvo; tools/bench.py runs it by its private Python.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from bench_parts import driven, scene_file  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests/golden/data"
PERTURBATION = 1e-4  # m, greatest change of a coordinate of the start
OTHER_STARTS = 0.1  # m, the same of scenes that vary the crowd
LEAST_OVERLAP = 1e-4  # m, what counts
# Below this a difference is not chance. 36 figures are compared: of them all, one in twenty reports would else say "worse" of
# equal crowds (Bonferroni).
SIGNIFICANT = 0.05 / 36

# Figure -> is more of it better? None of these is a number where it has not come about within the run.
FIGURES = {"arrived": True, "median_arrival_s": False, "all_at_goal_s": False, "overlapping_pairs": False, "most_pairs_at_once": False,
           "deepest_overlap_m": False}


class Scene:
    """`preferred(positions)` is the rule of preferred velocities; a run ends when all are at their goals, or after `steps`."""

    def __init__(self, start, goal, radius: float, tolerance: float, time_step: float, steps: int, profile: dict, obstacles: list):
        # RVO2's own precision, so that recorded runs are met.
        self.start, self.goal = (numpy.asarray(values, dtype=numpy.float32) for values in (start, goal))
        self.radius, self.tolerance, self.time_step, self.steps = radius, tolerance, time_step, steps
        self.profile, self.obstacles = profile, obstacles
        self.ends_when_all_at_goal = True
        self.greatest_change = PERTURBATION

    def write(self, path: pathlib.Path, perturbation: int) -> None:
        count = len(self.start)
        rows = numpy.full((count, len(scene_file.COLUMNS)), numpy.nan)
        offsets = numpy.random.default_rng(perturbation).uniform(-1.0, 1.0, (count, 2)) if perturbation else 0.0
        rows[:, 0:2] = self.start + self.greatest_change * offsets
        rows[:, 2:6] = 0.0
        rows[:, 8:11] = self.radius, self.profile["max_speed"], self.profile["preferred_speed"]
        rows[:, 11] = 0.0
        scene_file.write(path, rows, self.time_step, [self.profile], self.obstacles)


class UnitSpeed(Scene):
    """Of RVO2's examples: the way to the goal, at most 1 m/s, and a constant offset for each agent."""

    offset = 0.0

    def preferred(self, positions):
        way = self.goal - positions
        square = way[:, 0] * way[:, 0] + way[:, 1] * way[:, 1]
        inverse = numpy.float32(1.0) / numpy.sqrt(numpy.where(square > 1.0, square, numpy.float32(1.0)))
        return way * inverse[:, None] + self.offset


class SlowingDown(Scene):
    """At the preferred speed to the goal, slower within 1 m of it."""

    def preferred(self, positions):
        way = self.goal - positions
        distance = numpy.sqrt(way[:, 0] * way[:, 0] + way[:, 1] * way[:, 1])
        speed = numpy.float32(self.profile["preferred_speed"])
        return way * (speed / numpy.maximum(distance, numpy.float32(1.0)))[:, None]


def recorded_scene(file: str, kind, seconds: float):
    setup = json.loads((DATA / file).read_text())
    profile = {"radius": setup["radius"], "max_speed": setup["maxSpeed"], "preferred_speed": setup["prefSpeed"],
               "neighbor_distance": setup["neighborDist"], "max_neighbors": setup["maxNeighbors"], "time_horizon": setup["timeHorizon"],
               "time_horizon_obstacle": setup["timeHorizonObst"]}
    scene = kind(setup["start"], setup["goal"], setup["radius"], setup["goalTolerance"], setup["dt"], round(seconds / setup["dt"]),
                 profile, setup["obstacles"])
    scene.offset = numpy.asarray(setup["pert"], dtype=numpy.float32)
    return scene


def counterflow(program: pathlib.Path, folder: pathlib.Path):
    """2,000 walkers at 2/m^2, every other one going 40 m east, the rest 40 m west."""
    path = folder / "counterflow"
    subprocess.run([program, "--write-scene", "counterflow", "2000", "0", path], check=True)
    header, agents = scene_file.read(path)
    start = agents[:, 0:2]
    goal = start + numpy.stack([40.0 * numpy.sign(agents[:, 6]), numpy.zeros(len(start))], axis=1)
    profile = header["profiles"][0]
    return SlowingDown(start, goal, profile["radius"], 1.0, header["time_step"], 1200, profile, [])


def make_scene(name: str, program: pathlib.Path, folder: pathlib.Path) -> Scene:
    if name.endswith(STARTS):
        scene = make_scene(name.removesuffix(STARTS), program, folder)
        scene.greatest_change = OTHER_STARTS
        return scene
    if name == "circle":
        return recorded_scene("traj_circle.json", UnitSpeed, 1200.0)
    if name == "blocks":
        return recorded_scene("traj_blocks.json", UnitSpeed, 1000.0)
    if name == "uniform_2000":
        scene = recorded_scene("m_uniform2000.json", SlowingDown, 60.0)
        scene.ends_when_all_at_goal = False
        return scene
    if name == "counterflow_2000":
        return counterflow(program, folder)
    raise ValueError(f"no scene '{name}'; there are {', '.join(SCENES)}")


STARTS = "_starts"
SCENES = ("circle", "blocks", "counterflow_2000", "uniform_2000", "counterflow_2000" + STARTS, "uniform_2000" + STARTS)


class ThrongCrowd:
    def __init__(self, program: pathlib.Path, file: pathlib.Path):
        self.driven = driven.Driven([program, "--serve", file, "cpu", 1])
        self.count = self.driven.started["agents"]

    def positions(self):
        self.driven.send("positions")
        return numpy.frombuffer(self.driven.process.stdout.read(16 * self.count)).reshape(self.count, 2)

    def prefer(self, velocities) -> None:
        self.driven.send("prefer", numpy.ascontiguousarray(velocities, dtype=numpy.float64).tobytes())

    def step(self) -> None:
        self.driven.step(1)

    def close(self) -> None:
        self.driven.close()


def rvo2_crowd(file: pathlib.Path):
    from bench_parts import rvo2  # not there in every Python that tests this file
    return rvo2.Rvo2(str(file))


def overlaps(positions, radius: float) -> tuple:
    """Pairs of discs that overlap by more than LEAST_OVERLAP, and the deepest overlap (m) of all, 0 when there is none."""
    sorted_by_x = positions[numpy.argsort(positions[:, 0])]
    pairs, deepest = 0, 0.0
    for apart in range(1, len(sorted_by_x)):
        difference = sorted_by_x[apart:] - sorted_by_x[:-apart]
        # Sorted: when no pair so many places apart is near in x, none that is further apart is.
        near = difference[difference[:, 0] < 2.0 * radius]
        if not len(near):
            break
        depth = 2.0 * radius - numpy.sqrt((near * near).sum(axis=1))
        pairs += int((depth > LEAST_OVERLAP).sum())
        deepest = max(deepest, float(depth.max()))
    return pairs, deepest


def run(scene: Scene, crowd) -> dict:
    arrival = numpy.full(len(scene.start), numpy.inf)
    all_at_goal, total, most, deepest = None, 0, 0, 0.0
    positions = crowd.positions()
    for step in range(1, scene.steps + 1):
        crowd.prefer(scene.preferred(positions.astype(numpy.float32)))
        crowd.step()
        positions = crowd.positions()
        pairs, depth = overlaps(positions, scene.radius)
        total, most, deepest = total + pairs, max(most, pairs), max(deepest, depth)
        way = scene.goal - positions
        at_goal = (way * way).sum(axis=1) <= scene.tolerance**2
        arrival[at_goal & numpy.isinf(arrival)] = step * scene.time_step
        if at_goal.all() and all_at_goal is None:
            all_at_goal = step * scene.time_step
            if scene.ends_when_all_at_goal:
                break
    median = float(numpy.median(arrival))
    return {"arrived": int(numpy.isfinite(arrival).sum()), "median_arrival_s": round(median, 3) if numpy.isfinite(median) else None,
            "all_at_goal_s": None if all_at_goal is None else round(all_at_goal, 3), "overlapping_pairs": total,
            "most_pairs_at_once": most, "deepest_overlap_m": round(deepest, 5)}


def summary(runs: list) -> dict:
    """Median and range of each figure; what has not come about counts as longer than everything, and is None."""
    def shown(value):
        return None if value == float("inf") else value

    found = {}
    for figure in FIGURES:
        values = sorted(float("inf") if r[figure] is None else r[figure] for r in runs)
        found[figure] = {"median": shown(statistics.median(values)), "range": [shown(values[0]), shown(values[-1])]}
    return found


def ranks(values):
    """From 1; equal values share the mean of theirs."""
    values = numpy.asarray(values, dtype=float)
    return (values[:, None] > values).sum(axis=1) + 0.5 * ((values[:, None] == values).sum(axis=1) + 1)


def chance_of_worse(ours: list, theirs: list) -> float:
    """If both were drawn from the same: how often are our ranks as high as they are, or higher? (One-sided rank-sum test, by 20,000
    random splits with a fixed seed.)"""
    of_all = ranks([*ours, *theirs])
    shuffled = numpy.random.default_rng(0).permuted(numpy.tile(of_all, (20000, 1)), axis=1)
    return float((shuffled[:, :len(ours)].sum(axis=1) >= of_all[:len(ours)].sum() - 1e-9).mean())


def verdict(figure: str, ours: list, theirs: list) -> dict:
    """`worse`: no (by medians), by chance (what equal crowds would show too), or yes."""
    sign = -1.0 if FIGURES[figure] else 1.0
    ours, theirs = ([float("inf") if value is None else sign * value for value in values] for values in (ours, theirs))
    chance = chance_of_worse(ours, theirs)
    worse = "no" if statistics.median(ours) <= statistics.median(theirs) else "by chance" if chance >= SIGNIFICANT else "yes"
    return {"worse": worse, "chance": round(chance, 3)}


def apart_from_recorded(of_run: dict, recorded: dict) -> list:
    """Figures of RVO2's run from the recorded start that are not the recorded ones: more than 1 % away, to which those are rounded."""
    return [figure for figure, value in recorded.items() if of_run[figure] is None or abs(of_run[figure] - value) > 0.01 * value]


def run_both(name: str, program: pathlib.Path, perturbation: int) -> tuple:
    """Throng's run and RVO2's from the same start."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        scene = make_scene(name, program, folder)
        file = folder / "start"
        scene.write(file, perturbation)
        crowd = ThrongCrowd(program, file)
        ours = run(scene, crowd)
        crowd.close()
        return ours, run(scene, rvo2_crowd(file))


def measure(name: str, program: pathlib.Path, perturbations: int) -> dict:
    runs = {"throng": [], "rvo2": []}
    # Nothing here is timed.
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as processes:
        pairs = processes.map(run_both, [name] * perturbations, [program] * perturbations, range(perturbations))
        for number, pair in enumerate(pairs, 1):
            for side, of_side in zip(runs, pair):
                runs[side].append(of_side)
            print(f"bench: quality/{name}: {number} of {perturbations}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        scene = make_scene(name, program, pathlib.Path(folder))
    result = {side: summary(of_side) for side, of_side in runs.items()}
    recorded = json.loads((DATA / "whole_runs.json").read_text()).get(name, {})
    verdicts = {figure: verdict(figure, *([r[figure] for r in runs[side]] for side in ("throng", "rvo2"))) for figure in FIGURES}
    return {"name": f"quality/{name}", "perturbations": perturbations, "agents": len(scene.start), "seconds": scene.steps * scene.time_step, **result,
            "recorded": recorded, "apart_from_recorded": apart_from_recorded(runs["rvo2"][0], recorded), "verdict": verdicts,
            "runs": runs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, required=True, help="throng_bench")
    parser.add_argument("--scenes", nargs="+", choices=SCENES, default=SCENES)
    parser.add_argument("--perturbations", type=int, default=10)
    arguments = parser.parse_args()
    if arguments.perturbations < 1:
        parser.error(f"--perturbations must be 1 or more: {arguments.perturbations}")
    rows = [measure(name, arguments.program.resolve(), arguments.perturbations * (2 if name.endswith(STARTS) else 1))
            for name in arguments.scenes]
    print(json.dumps({"perturbations": arguments.perturbations, "rows": rows}))


if __name__ == "__main__":
    main()
