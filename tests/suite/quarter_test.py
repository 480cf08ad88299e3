#!/usr/bin/env python3
"""A quarter of narrow streets in UTM coordinates, 20,000 people, sources and sinks: quarter_test.py PROGRAM [SECONDS [ALIKE]]

SECONDS of simulated time (default: the scene's). Nobody passes a wall, nobody is lost, memory stays what it was after a fifth of the time.
After ALIKE seconds of it (default 200) the state is saved and gone on from, and the same scene shifted to the origin has the same bits.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENE = ROOT / "tests/data/quarter/quarter.json"
ALIKE = 200.0
MORE_MEMORY = 1.1  # most, at the end by after a fifth of the steps


def read_text(path: pathlib.Path) -> dict:
    """People's places in the first frame, by id."""
    places = {}
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            person, frame, x, y, *_ = line.split()
            if int(frame) == 0:
                places[int(person)] = (float(x), float(y))
    return places


def shifted(node, by):
    """The scene with every place in it moved."""
    if isinstance(node, dict):
        return {key: shifted(value, by) for key, value in node.items()}
    if isinstance(node, list):
        if len(node) == 2 and all(isinstance(value, (int, float)) for value in node):
            return [node[0] + by[0], node[1] + by[1]]
        return [shifted(value, by) for value in node]
    return node


def shifted_wkt(wkt: str, by) -> str:
    return re.sub(r"(-?[\d.]+) (-?[\d.]+)", lambda point: f"{float(point[1]) + by[0]!r} {float(point[2]) + by[1]!r}", wkt)


def memory_of(process: int) -> int:
    """kB that are resident now."""
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def run(program: str, scene: pathlib.Path, folder: pathlib.Path, *options: str) -> tuple:
    """The stats, and (wall seconds, kB) all along."""
    stats, seen = folder / "stats.json", []
    begin = time.monotonic()
    process = subprocess.Popen([program, "run", scene, "--executor", "cpu", "--no-record", "--stats", stats, "--quiet", *options])

    def watch():
        while process.poll() is None:
            try:
                seen.append((time.monotonic() - begin, memory_of(process.pid)))
                if seen[-1][1] == 0:  # it has just ended
                    seen.pop()
            except OSError:
                return
            time.sleep(0.25)
    watcher = threading.Thread(target=watch)
    watcher.start()
    assert process.wait() == 0, f"throng run {scene} ended with {process.returncode}"
    watcher.join()
    return json.loads(stats.read_text()), seen


def as_tables(program: str, scene: dict, folder: pathlib.Path) -> dict:
    """The scene as it is and shifted to the origin. Drawn places are rounded where coordinates are large: both get them as a table, in multiples of 2^-10 m."""
    wkt = (SCENE.parent / scene["geometry"]["wkt"]).read_text()
    start = folder / "start.txt"
    (folder / "first.json").write_text(json.dumps({**scene, "geometry": {"wkt": wkt}}))
    subprocess.run([program, "run", folder / "first.json", "--executor", "cpu", "--steps", "0", "--output", folder / "first.h5", "--text", start, "--quiet"],
                   check=True)
    origin = json.loads(subprocess.run([program, "info", folder / "first.h5", "--json"], check=True, capture_output=True, text=True).stdout)["origin"]
    places = [(round(x * 1024) / 1024, round(y * 1024) / 1024) for _, (x, y) in sorted(read_text(start).items())]
    assert len(places) == 20000, f"{len(places)} people begin"
    people = {key: value for key, value in scene["agents"][0].items() if key not in ("fill", "count")}
    files = {}
    for kind, by in (("utm", (0.0, 0.0)), ("shifted", (-origin[0], -origin[1]))):
        (folder / f"{kind}.csv").write_text("x,y\n" + "".join(f"{x + by[0]!r},{y + by[1]!r}\n" for x, y in places))
        of_kind = {**scene, **{key: shifted(scene[key], by) for key in ("goals", "sources")}, "geometry": {"wkt": shifted_wkt(wkt, by)},
                   "agents": [{**people, "agents_file": f"{kind}.csv"}]}
        files[kind] = folder / f"{kind}.json"
        files[kind].write_text(json.dumps(of_kind))
    return files


def check_people(stats: dict, at_first: int) -> None:
    assert stats["wall_crossings"] == 0, "somebody has passed a wall"
    assert stats["entered"] > 0 and stats["left"] > 0, "nobody has entered, or left"
    assert at_first + stats["entered"] == stats["left"] + stats["remaining"], "somebody is lost"


def main() -> int:
    program = sys.argv[1]
    scene = json.loads(SCENE.read_text())
    if len(sys.argv) > 2:
        scene["duration"] = float(sys.argv[2])
    steps = round(scene["duration"] / scene.get("time_step", 0.1))
    alike = min(steps, round((float(sys.argv[3]) if len(sys.argv) > 3 else ALIKE) / scene.get("time_step", 0.1)))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files = as_tables(program, scene, folder)
        state = folder / "utm.state"
        hashes, wall_seconds = {}, 0.0
        for kind, file in files.items():
            stats, memory = run(program, file, folder, "--steps", str(alike), *(("--save", state) if kind == "utm" else ()))
            hashes[kind] = stats["state_hash"]
            wall_seconds += stats["wall_seconds"] if kind == "utm" else 0.0
        print(f"{stats['simulated_time']:g} s: state {hashes['utm']}, shifted {hashes['shifted']}", flush=True)
        assert hashes["utm"] == hashes["shifted"], "other bits at the origin"
        at_first = stats["agents"]
        if steps > alike:
            stats, memory = run(program, files["utm"], folder, "--load", state, "--steps", str(steps - alike))
            wall_seconds += stats["wall_seconds"]
    warm = [kb for seconds, kb in memory if seconds <= memory[-1][0] * 0.2][-1]
    print(f"{stats['simulated_time']:g} s, {at_first} people at first, {stats['entered']} entered, {stats['left']} left, {stats['remaining']} there; "
          f"{wall_seconds:.0f} s, {stats['ms_per_step']:.1f} ms per step on {stats['threads']} threads; memory {warm / 1024:.0f} MiB after a fifth, "
          f"{memory[-1][1] / 1024:.0f} MiB at the end; walls passed {stats['wall_crossings']}, deepest overlap {1e3 * stats['deepest_overlap']:.1f} mm")
    check_people(stats, at_first)
    assert memory[-1][1] <= MORE_MEMORY * warm, "memory grows"
    return 0


if __name__ == "__main__":
    sys.exit(main())
