"""Instructions per agent-step of fixed small scenes, and per pair of convex bodies, by valgrind: the same on a busy machine as on an idle one.

The counts belong to a compiler and an instruction set, and to how the program was built; with others they say nothing.
"""
import json
import pathlib
import re
import subprocess
import tempfile

from bench_parts import LeftOut

SCENES = {"uniform": 10000, "counterflow": 10000, "packed": 10000, "boxes": 10000, "counterflow_contact": 10000, "packed_contact": 10000,
          "walkers": 2000, "carts": 2000, "bus": 2000,
          "crowd_density": 2000, "pile_density": 1000, "pile_density, 4 times as many": 4000}  # agents
SHAPES = {"box": 4, "octagon": 8, "hexadecagon": 16}
CALLS = 2
WARM_STEPS, STEPS = 10, 10
ALLOWED = 0.03  # relative change of a count


def built_by(program: pathlib.Path) -> dict:
    return json.loads(subprocess.run([program, "--build-info"], capture_output=True, text=True, check=True).stdout)


def run(program: pathlib.Path, *words: str) -> tuple:
    """Instructions of the whole program, and how many things it has done."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", str(program), *words],
                                  capture_output=True, text=True)
        except OSError as error:
            raise LeftOut(f"no valgrind: {error}") from error
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise RuntimeError(f"valgrind failed:\n{done.stderr}")
    counts = json.loads(done.stdout)
    return int(found.group(1)), counts.get("agent_steps", counts.get("pairs"))


def per_thing(less: tuple, more: tuple) -> float:
    return round((more[0] - less[0]) / (more[1] - less[1]), 1)


def of_scene(program: pathlib.Path, scene: str, agents: int) -> float:
    less, more = (run(program, "--only-steps", scene, str(agents), str(steps)) for steps in (WARM_STEPS, WARM_STEPS + STEPS))
    return per_thing(less, more)


def of_shape(program: pathlib.Path, corners: int, points: str) -> float:
    less, more = (run(program, "--only-pairs", str(corners), points, str(calls)) for calls in (1, 1 + CALLS))
    return per_thing(less, more)


def count(program: pathlib.Path) -> dict:
    """The tables, by name."""
    return {
        "instructions_per_agent_step": {scene: of_scene(program, scene.partition(",")[0], agents) for scene, agents in SCENES.items()},
        "instructions_per_pair": {shape + kind: of_shape(program, corners, points) for shape, corners in SHAPES.items()
                                  for kind, points in (("", "without"), ("_with_points", "with"))},
    }


def table(program: pathlib.Path) -> dict:
    return {
        "command": "valgrind --tool=callgrind throng_bench --only-steps SCENE AGENTS STEPS, and --only-pairs CORNERS POINTS CALLS",
        "agents": SCENES,
        "method": f"instructions of {WARM_STEPS + STEPS} steps less those of {WARM_STEPS}, by the agent-steps between; of {1 + CALLS} "
                  "calls less those of one, by the pairs between; cpu executor, one thread",
        **built_by(program),
        **count(program),
    }


def why_not_comparable(committed: dict, here: dict) -> str:
    """Empty when the counts of one may be compared with the other's."""
    for key in ("compiler", "instruction_set", "optimized"):
        if committed[key] != here[key]:
            return f"{key.replace('_', ' ')} is {here[key]} here, the table has {committed[key]}"
    return ""


def changes(committed: dict, counted: dict) -> list:
    """Of all tables."""
    return [line for name, counts in counted.items() for line in differences(committed.get(name, {}), counts)]


def differences(committed: dict, counted: dict) -> list:
    """One line for each count that has changed by more than ALLOWED, in either direction, or is missing on one side."""
    found = []
    for scene in sorted({*committed, *counted}):
        if scene not in committed or scene not in counted:
            found.append(f"{scene}: only {'counted' if scene in counted else 'in the table'}")
            continue
        change = counted[scene] / committed[scene] - 1.0
        if abs(change) > ALLOWED:
            found.append(f"{scene}: {committed[scene]:.0f} in the table, {counted[scene]:.0f} now ({100.0 * change:+.1f} %)")
    return found
