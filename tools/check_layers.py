#!/usr/bin/env python3
"""Who may include whom. Checks every #include of the C++ sources against the table below.

The order of the layers: include <- kernels/agent <- host/cpu, kernels/cuda <- host (the world) <- host/scenario, host/io <-
host/measures, host/verify <- host/c_api, host/cli. host/reference stands aside: it shares no code with the engine, so that it cannot share its faults.
"""
import argparse
import pathlib
import re
import sys

# What stands in host/ for the executors: the seam, and what a CPU needs of memory and modes. No layer of its own.
BASE = (
    "host/executor.hpp",
    "host/batch_view.hpp",
    "host/navigation/flow_field.hpp",
    "host/buffer.hpp",
    "host/collision_impl.hpp",
    "host/device_copy.hpp",
    "host/floating_point_mode.hpp",
    "host/obstacle_table.hpp",
    "host/phase_clock.hpp",
    "host/radius_levels.hpp",
    "host/steering_table.hpp",
    "host/step_tables.hpp",
)

# Folder or file -> what it may include of ours: rows of this table, or single files. The longest matching row counts.
MAY_INCLUDE = {
    "include": ("include",),
    "kernels/agent": ("include", "kernels/agent"),
    "kernels/cuda": ("include", "kernels/agent", "kernels/cuda", *BASE),
    "host/cpu": ("include", "kernels/agent", "host/cpu", *BASE),
    "host/reference": ("include", "host/reference"),
    # The reference behind the seam: the layout of agents and steering, none of the mathematics.
    "host/reference_executor.cpp": ("include", "host/reference", "host/executor.hpp", "host/phase_clock.hpp",
                                    "kernels/agent/agent_fields.hpp", "kernels/agent/flow_data.hpp",
                                    "kernels/agent/steering_data.hpp"),
    "host/navigation": ("include", "kernels/agent", "host/navigation", "host/buffer.hpp", "host/floating_point_mode.hpp",
                        "host/cpu/thread_team.hpp", "host/ring_index.hpp", "host/rings.hpp"),
    "host": ("include", "kernels/agent", "host/cpu", "host/navigation", "host"),
    "host/scenario": ("include", "kernels/agent", "host/navigation/plane.hpp", "host/scenario", "host"),
    "host/io": ("include", "kernels/agent", "host/io", "host"),
    "host/measures": ("include", "host/cpu", "host/navigation/plane.hpp", "host/measures", "host/scenario", "host/io", "host"),
    "host/verify": ("include", "host/verify", "host/scenario", "host/io", "host"),
    # The C interface: over the library whole, and over nothing of the program.
    "host/c_api": ("include", "host/c_api", "host/measures", "host/verify", "host/scenario", "host/io", "host"),
    "host/cli": ("include", "host/cli", "host/measures", "host/verify", "host/scenario", "host/io", "host"),
    "bench": None,  # anything
    "tests": None,
    "tests/cuda": None,
}

SEES_CUDA = ("kernels/cuda", "tests/cuda")
CUDA_HEADER = re.compile(r"^(cuda|cub/|thrust/|cooperative_groups|curand|cublas|nv/|nvtx|nvToolsExt|device_launch_parameters|vector_types)")
# The public face and the shared operations see the C++ standard library only (and, for lanes, the compiler's vectors).
NO_THIRD_PARTY = ("include", "kernels/agent")
STANDARD = re.compile(r"^([a-z_0-9]+|immintrin\.h|arm_neon\.h|stdint\.h|stddef\.h|stdbool\.h)$")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".cu", ".cuh"}


def row_of(path: str):
    """The longest row of the table that holds the file `path`."""
    rows = [row for row in MAY_INCLUDE if path == row or path.startswith(row + "/")]
    return max(rows, key=len) if rows else None


def allowed(path: str, row: str) -> bool:
    targets = MAY_INCLUDE[row]
    return targets is None or path in targets or row_of(path) in targets


def resolve(root: pathlib.Path, source: pathlib.Path, name: str):
    """The file of ours that #include "name" means, relative to the root, or None."""
    for base in (source.parent, root, root / "include"):
        candidate = (base / name).resolve()
        if candidate.is_file() and candidate.is_relative_to(root):
            return candidate.relative_to(root).as_posix()
    return None


def faults_of(root: pathlib.Path, source: pathlib.Path):
    path = source.relative_to(root).as_posix()
    row = row_of(path)
    if row is None:
        yield path, 0, "stands in no layer: add its folder to tools/check_layers.py"
        return
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        bracket, name = match.groups()
        ours = resolve(root, source, name)
        if ours is not None and (bracket == '"' or name.startswith("throng/")):
            if not allowed(ours, row):
                yield path, number, f"{row} may not include {ours}"
        elif bracket == '"':
            yield path, number, f'"{name}" is no file of this project: use <> for others\''
        elif CUDA_HEADER.match(name):
            if row not in SEES_CUDA:
                yield path, number, f"only kernels/cuda sees CUDA headers, not {row}: <{name}>"
        elif row in NO_THIRD_PARTY and not STANDARD.match(name):
            yield path, number, f"{row} sees the standard library only: <{name}>"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root.resolve()
    sources = [
        source
        for top in ("include", "kernels", "host", "bench", "tests")
        for source in sorted((root / top).rglob("*"))
        if source.suffix in SUFFIXES
    ]
    faults = [fault for source in sources for fault in faults_of(root, source)]
    for path, number, message in faults:
        print(f"{path}:{number}: {message}")
    print(f"{len(sources)} files, {len(faults)} includes across layers")
    return 1 if faults or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
