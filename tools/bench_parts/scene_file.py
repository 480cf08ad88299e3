"""Files of bench/scene_file.hpp. Needs numpy."""
import json
import pathlib

import numpy

COLUMNS = ["x", "y", "vx", "vy", "preferred_vx", "preferred_vy", "goal_x", "goal_y", "radius", "max_speed", "preferred_speed",
           "profile"]


def read(path: pathlib.Path) -> tuple:
    """The header, and a row of COLUMNS for each agent."""
    with open(path, "rb") as file:
        header = json.loads(file.readline())
        if header["columns"] != COLUMNS:
            raise ValueError(f"{path}: columns {header['columns']}")
        agents = numpy.fromfile(file, dtype=numpy.float64)
    return header, agents.reshape(header["agents"], len(COLUMNS))


def write(path: pathlib.Path, agents, time_step: float, profiles: list, obstacles: list) -> None:
    header = {"agents": len(agents), "columns": COLUMNS, "time_step": time_step, "profiles": profiles,
              "obstacles": [{"closed": len(vertices) > 2, "vertices": vertices} for vertices in obstacles]}
    with open(path, "wb") as file:
        file.write(json.dumps(header).encode() + b"\n")
        numpy.ascontiguousarray(agents, dtype=numpy.float64).tofile(file)
