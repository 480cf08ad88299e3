#!/usr/bin/env python3
"""Scores a model of people against recorded ones, and searches for a better one.

The experiments are run by throng_validate_people (bench/validation): the bottleneck 040_c_56_h and the corridor UNI_CORR_500 of the
Pedestrian Dynamics Data Archive, and a ring for the fundamental diagram beside Weidmann's relation.

  tools/calibrate.py build/release/throng_validate_people score MODEL.json [--seeds 10]
  tools/calibrate.py build/release/throng_validate_people search MODEL.json --minutes 30 --jobs 2 [--write BEST.json]

MODEL.json is {"profile": {keys as in /profiles of a scene}, "contact": true, "time_step": 0.04, "noise": 0}. The search changes the
profile's numbers that SEARCHED names, at random around the best so far, and keeps what scores better.
"""
import argparse
import concurrent.futures
import copy
import json
import math
import pathlib
import random
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDED_FLOW = 1.1476  # people/s, between the first and the last passage
RECORDED_LAST = 65.0  # s
RECORDED_SPEED, RECORDED_DENSITY = 1.4667, 0.30494  # m/s, people/m^2, in the corridor
WANTED = 0.15  # relative error that is allowed
MOST_OVERLAP = 0.02  # m
RING = [0.5, 1.0, 2.0, 3.0, 4.0]  # people/m^2

# Keys of the profile, least, most, how far a step goes at first (of the range).
SEARCHED = {
    "radius": (0.12, 0.147, 0.15),
    "time_horizon": (0.4, 3.0, 0.15),
    "time_horizon_obstacle": (0.1, 1.5, 0.15),
    "neighbor_distance": (2.0, 5.0, 0.15),
    "preferred_speed.normal.0": (1.30, 1.50, 0.1),
    "density_speed.gamma": (1.2, 2.6, 0.15),
    "density_speed.max_density": (4.5, 7.0, 0.15),
    "density_speed.radius": (0.6, 2.5, 0.15),
    "density_speed.ahead": (0.0, 2.5, 0.15),
    "density_speed.least_factor": (0.02, 0.4, 0.15),
    "max_acceleration": (0.8, 10.0, 0.15),
}


def at(profile, path: str):
    """The object that holds the last key of a path, and that key; None where the profile has no such part."""
    *way, last = [int(word) if word.isdigit() else word for word in path.split(".")]
    for key in way:
        if not isinstance(profile, (dict, list)) or (isinstance(profile, dict) and key not in profile):
            return None, last
        profile = profile[key]
    has = isinstance(profile, list) or (isinstance(profile, dict) and last in profile)
    return (profile if has else None), last


def run(program, model, seeds, **more):
    request = {**model, "seeds": seeds, **more}
    done = subprocess.run([program, str(ROOT), json.dumps(request)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return [json.loads(line) for line in done.stdout.splitlines()]


def error(value: float, wanted: float) -> float:
    """Relative, in allowed errors; alike for twice and half."""
    return math.log(max(value, 1e-3) / wanted) / math.log(1.0 + WANTED)


def score(lines) -> float:
    """Mean of squares of errors, each in what is allowed; people left behind and deep overlaps are added."""
    total, penalty = {}, 0.0
    for line in lines:
        if "bottleneck" in line:
            b = line["bottleneck"]
            total.setdefault("flow", []).append(error(b["flow"], RECORDED_FLOW) ** 2)
            penalty += b["left_behind"] + max(0.0, 100.0 * (b["overlap"] - MOST_OVERLAP))
        if "corridor" in line:
            c = line["corridor"]
            total.setdefault("speed", []).append(error(c["speed"], RECORDED_SPEED) ** 2)
            total.setdefault("density", []).append(error(c["density"], RECORDED_DENSITY) ** 2)
            penalty += max(0.0, 100.0 * (c["overlap"] - MOST_OVERLAP))
        ring = [error(r["speed"], r["weidmann_speed"]) ** 2 for r in line.get("ring", [])]
        if ring:
            total.setdefault("ring", []).append(sum(ring) / len(ring))
    weights = {"flow": 3.0, "speed": 1.0, "density": 1.0, "ring": 1.0}
    return penalty + sum(weights[name] * max(values) for name, values in total.items())


def evaluate(program, model, seeds):
    """What a search looks at: the corridor is so sparse that its figures follow from the preferred speed."""
    return run(program, model, seeds, corridor=False) + run(program, model, seeds[:1], bottleneck=False, corridor=False,
                                                            ring=RING[1::2] + RING[-1:])


def show(lines) -> None:
    for line in lines:
        text = f"seed {line['seed']}:"
        if "bottleneck" in line:
            b = line["bottleneck"]
            good = b["left_behind"] == 0 and abs(b["flow"] / RECORDED_FLOW - 1) <= WANTED and b["overlap"] <= MOST_OVERLAP
            text += (f" bottleneck {b['flow']:.3f} people/s ({100 * (b['flow'] / RECORDED_FLOW - 1):+.1f} %), last at {b['last']:.1f} s,"
                     f" {b['left_behind']} left, overlap {1000 * b['overlap']:.1f} mm, density {b['density']:.2f},"
                     f" walls {b['wall_crossings']}{'' if good else ' (NOT MET)'};")
        if "corridor" in line:
            c = line["corridor"]
            good = (abs(c["speed"] / RECORDED_SPEED - 1) <= WANTED and abs(c["density"] / RECORDED_DENSITY - 1) <= WANTED
                    and c["passed"] == 148)
            text += (f" corridor {c['speed']:.3f} m/s ({100 * (c['speed'] / RECORDED_SPEED - 1):+.1f} %), {c['density']:.3f} people/m2"
                     f" ({100 * (c['density'] / RECORDED_DENSITY - 1):+.1f} %), overlap {1000 * c['overlap']:.1f} mm"
                     f"{'' if good else ' (NOT MET)'};")
        for r in line.get("ring", []):
            text += f" ring {r['density']:.1f}: {r['speed']:.2f} m/s ({100 * (r['speed'] / r['weidmann_speed'] - 1):+.0f} %)"
        print(text, flush=True)


def changed(model, scale: float, dice: random.Random):
    result = copy.deepcopy(model)
    paths = [path for path in SEARCHED if at(result["profile"], path)[0] is not None]
    for path in dice.sample(paths, k=min(len(paths), dice.choice([1, 1, 2, 3]))):
        least, most, step = SEARCHED[path]
        place, key = at(result["profile"], path)
        value = place[key] + dice.gauss(0.0, scale * step * (most - least))
        place[key] = round(min(most, max(least, value)), 4)
    return result


def search(program, model, seeds, minutes: float, jobs: int, write) -> None:
    dice = random.Random(1)
    best, best_lines = model, evaluate(program, model, seeds)
    best_score = score(best_lines)
    print(f"start: {best_score:.3f}", flush=True)
    end = time.monotonic() + 60.0 * minutes
    tried = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        while time.monotonic() < end:
            models = [changed(best, dice.choice([2.0, 1.0, 0.4]), dice) for _ in range(2 * jobs)]
            tried += len(models)
            for candidate, lines in zip(models, pool.map(lambda m: evaluate(program, m, seeds), models)):
                if score(lines) < best_score:
                    best, best_lines, best_score = candidate, lines, score(lines)
                    print(f"{tried}: {best_score:.3f} {json.dumps(best)}", flush=True)
                    if write:
                        write.write_text(json.dumps(best, indent=1) + "\n", encoding="utf-8")
    show(best_lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("what", choices=["score", "search"])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, help="how many; default: 10 to score, 2 to search")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", type=pathlib.Path, help="the best model found")
    options = parser.parse_args()
    model = json.loads(options.model.read_text(encoding="utf-8"))
    program = options.program.resolve()
    try:
        if options.what == "search":
            seeds = list(range(1, 1 + (options.seeds or 2)))
            search(program, model, seeds, options.minutes, options.jobs, options.write)
        else:
            show(run(program, model, list(range(1, 1 + (options.seeds or 10)))))
            show(run(program, model, [1], bottleneck=False, corridor=False, ring=RING))
    except RuntimeError as fault:
        sys.exit(f"calibrate: {fault}")


if __name__ == "__main__":
    main()
