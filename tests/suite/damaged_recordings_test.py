#!/usr/bin/env python3
"""Damages copies of a recording: what reads them either can or says that it can't, soon.

usage: damaged_recordings_test.py PATH_OF_THRONG [COPIES [SEED]]
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

LIMIT = 20.0  # s, for one command; where the machine is free each takes some hundredths


def scene(profiles):
    """Three bodies, one of them with a footprint; each of so many profiles is recorded with its name."""
    cart = {"footprint": [[-0.5, -0.25], [0.5, -0.25], [0.5, 0.25], [-0.5, 0.25]]}
    named = {f"kind {number}": {"time_horizon": 1 + number} for number in range(profiles)}
    agents = [{"profile": "cart", "position": [0, 0], "goal": [9, 0]}, {"position": [9, 0], "goal": [0, 0]}]
    agents += [{"profile": name, "position": [2.0 * i, 5], "goal": [2.0 * i, 9]} for i, name in enumerate(named)]
    return {"throng": 1, "duration": 3, "profiles": {"cart": cart, **named}, "agents": agents,
            "geometry": {"wkt": "POLYGON ((-50 -50, 50000 -50, 50000 50, -50 50, -50 -50))"}, "record": {"aim_points": True}}


def damaged(whole, generator):
    copy = bytearray(whole)
    for _ in range(generator.choice([1, 1, 4, 40])):
        copy[generator.randrange(len(copy))] ^= generator.randrange(1, 256)
    return bytes(copy)


def main():
    throng = pathlib.Path(sys.argv[1]).resolve()
    copies = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    generator = random.Random(seed)
    wrong, counts = [], {0: 0, 5: 0}
    with tempfile.TemporaryDirectory(prefix="throng_damaged_") as name:
        folder = pathlib.Path(name)

        def status(*arguments):
            try:
                return subprocess.run([throng, *arguments], cwd=folder, capture_output=True, timeout=LIMIT, check=False).returncode
            except subprocess.TimeoutExpired:
                return f"none after {LIMIT} s"

        for kind, profiles in (("short texts", 1), ("texts above 64 KiB", 700)):
            (folder / "scene.json").write_text(json.dumps(scene(profiles)), encoding="utf-8")
            if status("run", "scene.json", "--quiet", "--output", "whole.h5", "--overwrite") != 0:
                sys.exit("the scene does not run")
            whole = (folder / "whole.h5").read_bytes()
            for number in range(copies):
                (folder / "damaged.h5").write_bytes(damaged(whole, generator))
                for command in (["info", "damaged.h5", "--json"], ["export", "damaged.h5", "--text", "rows.txt"],
                                ["recover", "damaged.h5", "--output", "mended.h5"]):
                    found = status(*command)
                    for output in ("rows.txt", "mended.h5"):
                        (folder / output).unlink(missing_ok=True)
                    if found in counts:
                        counts[found] += 1
                    else:
                        wrong.append(f"seed {seed}, {kind}, copy {number}: {command[0]}: exit status {found}")
    print(f"{2 * copies} damaged copies: {counts[0]} commands read theirs, {counts[5]} refused it")
    if wrong:
        sys.exit("\n".join(wrong))
    if 0 in counts.values():
        sys.exit("all ended the same way: the damage is no test")


if __name__ == "__main__":
    main()
