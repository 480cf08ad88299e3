#!/usr/bin/env python3
"""Throng beside JuPedSim on the same places: tools/compare_jupedsim.py [--output FILE] [SCENE...]

Every scene (tests/data/places) is a walkable area, people all over it and one far goal, an area. Both have the same area, goal and people, on
one core: those of the scene's people whom JuPedSim does not refuse (its bodies are wider, so some stand too near to a wall for it).
JuPedSim has its default model with default parameters. Times are of the processor, in steps: a run's less that of a run of one step, which reads the scene
and makes the flow field, the least of up to twenty; of JuPedSim those inside its iterations. JuPedSim is installed, pinned, into a private Python (bench/results is not touched but for
the output).

Results: JSON (default bench/results/jupedsim.json) with, for each place and program, people, arrivals, evacuation time and time per step.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from bench import circumstances, write  # noqa: E402
from bench_parts.environment import Environment  # noqa: E402

PLACES = ROOT / "tests/data/places"
DEFAULT_OUTPUT = ROOT / "bench/results/jupedsim.json"


def begin_places(text: pathlib.Path) -> list:
    """Where people stand in the first frame of a text export."""
    places = []
    with text.open() as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            _, frame, x, y, *_ = line.split()
            if int(frame) == 0:
                places.append((float(x), float(y)))
    return places


def processor_seconds(command: list) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least_seconds(command: list) -> float:
    """Of several runs, when they are short: their start differs by more than the steps of a few people take."""
    seconds = [processor_seconds(command)]
    while sum(seconds) < 2.0 and len(seconds) < 20:
        seconds.append(processor_seconds(command))
    return min(seconds)


def scene_copy(scene: pathlib.Path, folder: pathlib.Path, **changes) -> pathlib.Path:
    """Nothing is recorded, or measured, but where people begin."""
    content = json.loads(scene.read_text())
    content["geometry"]["wkt"] = str((scene.parent / content["geometry"]["wkt"]).resolve())
    copy = folder / "scene.json"
    copy.write_text(json.dumps({**content, "record": {"every": 2**53}, **changes}))
    return copy


def people_of(program: pathlib.Path, scene: pathlib.Path, folder: pathlib.Path) -> list:
    text = folder / "start.txt"
    subprocess.run([program, "run", scene_copy(scene, folder), "--executor", "cpu", "--steps", "0", "--output", folder / "start.h5", "--text", text,
                    "--quiet", "--overwrite"], check=True)
    return begin_places(text)


def run_throng(program: pathlib.Path, scene: pathlib.Path, places: list, folder: pathlib.Path) -> dict:
    (folder / "people.csv").write_text("x,y\n" + "".join(f"{x!r},{y!r}\n" for x, y in places))
    (entry,) = json.loads(scene.read_text())["agents"]
    entry = {key: value for key, value in entry.items() if key not in ("fill", "per_area", "at_most")}
    stats, copy = folder / "stats.json", scene_copy(scene, folder, agents=[{**entry, "agents_file": "people.csv"}])
    command = [program, "run", copy, "--executor", "cpu", "--threads", "1", "--no-record", "--stats", stats, "--quiet"]
    one_step = least_seconds([*command, "--steps", "1"])
    seconds = max(0.0, least_seconds(command) - one_step)
    said = json.loads(stats.read_text())
    steps = max(said["steps"] - 1, 1)
    result = {
        "people": said["agents"],
        "arrived": said["arrived"],
        "evacuation_time": said["simulated_time"] if said["remaining"] == 0 else None,
        "simulated_time": said["simulated_time"],
        "time_step": said["time_step"],
        "milliseconds_per_step": 1e3 * seconds / steps,
        "microseconds_per_agent_step": 1e6 * seconds / max(said["agent_steps"] - said["agents"], 1),
        "seconds_per_simulated_second": seconds / (steps * said["time_step"]),
        "wall_crossings": said["wall_crossings"],
    }
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", type=pathlib.Path, help="default: all of tests/data/places")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/throng")
    parser.add_argument("--output", type=pathlib.Path, default=DEFAULT_OUTPUT)
    parser.add_argument("--limit", type=float, default=900.0, help="processor seconds for JuPedSim per place")
    arguments = parser.parse_args()
    python = Environment(ROOT / "build/bench_python").need("numpy", "shapely", "deprecated", "jupedsim")
    results = {**circumstances(arguments.program), "command": "tools/compare_jupedsim.py", "places": {}}
    for scene in arguments.scenes or sorted(PLACES.glob("*.json")):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "places.json").write_text(json.dumps(people_of(arguments.program, scene, folder)))
            done = subprocess.run([python, ROOT / "tools/bench_parts/run_jupedsim.py", scene, folder / "places.json", str(arguments.limit)],
                                  check=True, capture_output=True, text=True)
            jupedsim = json.loads(done.stdout)
            throng = run_throng(arguments.program, scene, jupedsim.pop("places"), folder)
        results["places"][scene.stem] = {"throng": throng, "jupedsim": jupedsim}
        print(f"{scene.stem}: {throng['people']} people; Throng: {throng['arrived']} arrived in {throng['evacuation_time']} s, "
              f"{throng['seconds_per_simulated_second'] * 1e3:.2f} ms per simulated second; JuPedSim: {jupedsim['arrived']} of "
              f"{jupedsim['people']} in {jupedsim['evacuation_time']} s, {jupedsim['seconds_per_simulated_second'] * 1e3:.2f} ms",
              flush=True)
        write(arguments.output, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
