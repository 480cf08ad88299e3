#!/usr/bin/env python3
"""Throng beside JuPedSim on the same places: tools/compare_jupedsim.py [--output FILE] [SCENE...]

Every scene (tests/data/places) is a walkable area, people all over it and one far goal, an area. Throng runs it as it stands, on one
core, and says where people began. JuPedSim has the same area, the same places, the same goal as its exit, and its default model with
default parameters, on one core too. JuPedSim is installed, pinned, into a private Python (bench/results is not touched but for
the output).

Results: JSON (default bench/results/jupedsim.json) with, for each place and program, people, arrivals, evacuation time and time per step.
"""
import argparse
import json
import pathlib
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


def run_throng(program: pathlib.Path, scene: pathlib.Path, folder: pathlib.Path) -> tuple:
    stats, text = folder / "stats.json", folder / "paths.txt"
    subprocess.run([program, "run", scene, "--executor", "cpu", "--threads", "1", "--output", folder / "run.h5", "--text", text,
                    "--stats", stats, "--quiet", "--overwrite"], check=True)
    said = json.loads(stats.read_text())
    stepping = sum(said["phase_seconds"].values())
    result = {
        "people": said["agents"],
        "arrived": said["arrived"],
        "evacuation_time": said["simulated_time"] if said["remaining"] == 0 else None,
        "simulated_time": said["simulated_time"],
        "time_step": said["time_step"],
        "microseconds_per_agent_step": 1e6 / said["agent_steps_per_second"],
        "milliseconds_per_step": said["ms_per_step"],
        "seconds_per_simulated_second": said["ms_per_step"] * 1e-3 / said["time_step"],
        "deepest_overlap": said["deepest_overlap"],
        "wall_crossings": said["wall_crossings"],
        "phase_seconds": stepping,
    }
    return result, begin_places(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", type=pathlib.Path, help="default: all of tests/data/places")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/throng")
    parser.add_argument("--output", type=pathlib.Path, default=DEFAULT_OUTPUT)
    parser.add_argument("--limit", type=float, default=900.0, help="wall-clock seconds for JuPedSim per place")
    arguments = parser.parse_args()
    python = Environment(ROOT / "build/bench_python").need("numpy", "shapely", "deprecated", "jupedsim")
    results = {**circumstances(arguments.program), "command": "tools/compare_jupedsim.py", "places": {}}
    for scene in arguments.scenes or sorted(PLACES.glob("*.json")):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            throng, places = run_throng(arguments.program, scene, folder)
            (folder / "places.json").write_text(json.dumps(places))
            done = subprocess.run([python, ROOT / "tools/bench_parts/run_jupedsim.py", scene, folder / "places.json", str(arguments.limit)],
                                  check=True, capture_output=True, text=True)
            jupedsim = json.loads(done.stdout)
        results["places"][scene.stem] = {"throng": throng, "jupedsim": jupedsim}
        print(f"{scene.stem}: {throng['people']} people; Throng: {throng['arrived']} arrived in {throng['evacuation_time']} s, "
              f"{throng['seconds_per_simulated_second'] * 1e3:.2f} ms per simulated second; JuPedSim: {jupedsim['arrived']} of "
              f"{jupedsim['people']} in {jupedsim['evacuation_time']} s, {jupedsim['seconds_per_simulated_second'] * 1e3:.2f} ms",
              flush=True)
        write(arguments.output, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
