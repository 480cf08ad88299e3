"""How many times faster than RVO2: the same scene, both from the same state, groups of steps in turn, medians.

Both sides add the agents in the same order, in which neighbors on the ground are not neighbors in the list; the state is one in
which the crowd has walked a few steps, written to a file that both read. Timed are RVO2's
doStep alone and Throng's whole step, which also finds preferred velocities and arrivals.
"""
import pathlib
import statistics
import subprocess
import tempfile
import typing

from bench_parts import driven

WORKER = pathlib.Path(__file__).resolve().with_name("rvo2_process.py")


class Row(typing.NamedTuple):
    scene: str
    agents: int
    walked: int  # steps of Throng before both sides start: the crowd has met, and has velocities
    warm_up: int  # steps of each side before the first measurement: memory has been allocated, cells have their size
    group: int  # steps at a time
    groups: int
    reference: bool = False  # is the reference executor measured too? It looks at all pairs

    def name(self) -> str:
        return f"rvo2/{self.scene}/{self.agents}"


ROWS = [
    # Many steps at a time: a second thread that has slept meanwhile takes milliseconds to come.
    *(Row(scene, 4000, 20, 3, 25, 9, reference=True) for scene in ("uniform", "counterflow")),
    *(Row(scene, 10000, 20, 3, 25, 9) for scene in ("uniform", "counterflow", "packed", "boxes")),
    *(Row(scene, 100000, 20, 3, 4, 7) for scene in ("uniform", "counterflow")),
    *(Row(scene, 1000000, 20, 2, 1, 5) for scene in ("uniform", "counterflow")),
]


class Side:
    """One program in a comparison."""

    def __init__(self, program: driven.Driven, group: int):
        self.program, self.group, self.samples = program, group, []

    def measure(self) -> None:
        self.samples.append(self.program.step(self.group))


def figures(samples: list) -> dict:
    """Medians of nanoseconds per agent-step, by time passed and by processor time of all threads, and the spread of the groups."""
    wall, cpu = ([1e9 * s[key] / s["agent_steps"] for s in samples] for key in ("wall_s", "cpu_s"))
    result = {"wall_ns": statistics.median(wall), "cpu_ns": statistics.median(cpu), "wall_range_ns": [min(wall), max(wall)],
              "cpu_range_ns": [min(cpu), max(cpu)]}
    if "infeasible" in samples[0]:
        result["infeasible"] = sum(s["infeasible"] for s in samples) / sum(s["agent_steps"] for s in samples)
    return result


# What is compared with what: the slower side, the faster one, threads of each.
PAIRS = {
    "package": ("rvo2_package_1", "throng_1", 1),
    "openmp": ("rvo2_openmp_1", "throng_1", 1),
    "openmp_2_threads": ("rvo2_openmp_2", "throng_2", 2),
    "native": ("rvo2_native_1", "throng_1", 1),
    "native_2_threads": ("rvo2_native_2", "throng_2", 2),
    "package_1_to_2_threads": ("rvo2_package_1", "throng_2", 2),  # the package's build has one thread, whatever is asked
    "threads": ("throng_1", "throng_2", 2),  # what the second thread gives
    "reference": ("reference", "throng_1", 1),
    "reference_to_package": ("reference", "rvo2_package_1", 1),
}


def ratios(sides: dict) -> dict:
    """By processor time where each side has one thread, since other programs disturb it less; by time passed otherwise.

    A side that is not there leaves its ratios out."""
    found = {}
    for name, (slow, fast, threads) in PAIRS.items():
        if slow in sides and fast in sides:
            key = "cpu_ns" if threads == 1 else "wall_ns"
            found[name] = sides[slow][key] / sides[fast][key]
    return found


def commands(row: Row, file: pathlib.Path, program: pathlib.Path, python: pathlib.Path, libraries: dict) -> dict:
    """Of each side: the command and what its environment has in addition."""
    found = {f"throng_{threads}": ([program, "--serve", file, "cpu", threads], {}) for threads in (1, 2)}
    for build, library in libraries.items():
        for threads in (1,) if build == "package" else (1, 2):
            # Passive: threads that wait for work must not take the time of those of another program.
            found[f"rvo2_{build}_{threads}"] = ([python, WORKER, file], {
                "LD_PRELOAD": str(library), "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"})
    if row.reference:
        found["reference"] = ([program, "--serve", file, "reference", 1], {})
    return found


def measure(row: Row, program: pathlib.Path, python: pathlib.Path, libraries: dict) -> dict:
    sides = {}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "scene"
        subprocess.run([program, "--write-scene", row.scene, str(row.agents), str(row.walked), file], check=True)
        try:
            for name, (command, variables) in commands(row, file, program, python, libraries).items():
                sides[name] = Side(driven.Driven(command, variables), row.group)
                sides[name].program.step(row.warm_up)
            for _ in range(row.groups):
                for side in sides.values():
                    side.measure()
        finally:
            for side in sides.values():
                side.program.close()
    results = {name: figures(side.samples) for name, side in sides.items()}
    return {"name": row.name(), **row._asdict(), "sides": results, "ratios": ratios(results)}
