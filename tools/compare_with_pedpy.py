#!/usr/bin/env python3
"""Compares `throng measure` with PedPy (https://pedpy.readthedocs.io) on a trajectory: N-t curve, flow, density, speed.

Needs a Python with pedpy. Prints the largest differences as JSON. With --write it keeps PedPy's series, as tests/data/measures has them:
tests themselves need no PedPy. Example:
  python3 -m venv venv && venv/bin/pip install pedpy
  venv/bin/python tools/compare_with_pedpy.py build/release/throng recorded.txt --geometry place.wkt \\
      --line=-0.4,0,0.4,0 --area=-0.8,0.5,0.8,1.3
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
import pandas as pd
import pedpy
from pedpy.io.helper import TrajectoryUnit


def load(path: pathlib.Path) -> pedpy.TrajectoryData:
    if path.suffix in (".h5", ".hdf5"):
        return pedpy.load_trajectory_from_ped_data_archive_hdf5(trajectory_file=path)
    try:
        return pedpy.load_trajectory(trajectory_file=path)
    except pedpy.errors.PedPyValueError:  # the file names no unit
        return pedpy.load_trajectory(trajectory_file=path, default_unit=TrajectoryUnit.METER)


def four(text: str):
    return [float(word) for word in text.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("throng", type=pathlib.Path)
    parser.add_argument("trajectory", type=pathlib.Path)
    parser.add_argument("--geometry", type=pathlib.Path, required=True)
    parser.add_argument("--line", required=True)
    parser.add_argument("--area", required=True)
    parser.add_argument("--frame-step", type=int, default=10)
    parser.add_argument("--cut-off", type=float)
    parser.add_argument("--write", type=pathlib.Path, help="PedPy's series, as CSV")
    options = parser.parse_args()

    trajectory = load(options.trajectory)
    x0, y0, x1, y1 = four(options.line)
    line = pedpy.MeasurementLine([(x0, y0), (x1, y1)])
    x0, y0, x1, y1 = four(options.area)
    area = pedpy.MeasurementArea([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    walkable = pedpy.WalkableArea(options.geometry.read_text())
    cut_off = pedpy.Cutoff(radius=options.cut_off) if options.cut_off else None

    n_t, crossings = pedpy.compute_n_t(traj_data=trajectory, measurement_line=line)
    speed = pedpy.compute_individual_speed(
        traj_data=trajectory, frame_step=options.frame_step,
        speed_calculation=pedpy.SpeedCalculation.BORDER_SINGLE_SIDED)
    in_area = pedpy.compute_mean_speed_per_frame(traj_data=trajectory, individual_speed=speed, measurement_area=area)
    of_all = speed.groupby("frame").speed.mean()
    classic = pedpy.compute_classic_density(traj_data=trajectory, measurement_area=area)
    cells = pedpy.compute_individual_voronoi_polygons(traj_data=trajectory, walkable_area=walkable, cut_off=cut_off)
    voronoi, parts = pedpy.compute_voronoi_density(individual_voronoi_data=cells, measurement_area=area)
    voronoi_speed = pedpy.compute_voronoi_speed(
        traj_data=trajectory, individual_speed=speed, individual_voronoi_intersection=parts, measurement_area=area)

    with tempfile.TemporaryDirectory() as folder:
        command = [options.throng, "measure", options.trajectory, "--geometry", options.geometry, "--quiet",
                   f"--line={options.line}", f"--area={options.area}", "--frame-step", str(options.frame_step),
                   "--csv", folder, "--json", f"{folder}/measures.json"]
        if options.cut_off:
            command += ["--cut-off", str(options.cut_off)]
        subprocess.run(command, check=True)
        curve = pd.read_csv(f"{folder}/line_1.csv")
        passages = pd.read_csv(f"{folder}/passages_1.csv")
        series = pd.read_csv(f"{folder}/area_1.csv")
        frames = pd.read_csv(f"{folder}/frames.csv")
        figures = json.loads(pathlib.Path(f"{folder}/measures.json").read_text())

    if options.write:
        table = pd.DataFrame({
            "frame": n_t.frame, "passed": n_t.cumulative_pedestrians,
            "speed_of_all": of_all.reindex(n_t.frame, fill_value=0).fillna(0).values, "speed_in_area": in_area.speed,
            "density": classic.density, "voronoi_density": voronoi.density, "voronoi_speed": voronoi_speed.speed})
        table.to_csv(options.write, index=False, float_format="%.10g")

    def largest(ours, theirs) -> float:
        return float(np.nanmax(np.abs(np.asarray(ours, float) - np.asarray(theirs, float))))

    missing = sorted(set(passages.id) ^ set(crossings.id))
    print(json.dumps({
        "pedpy": pedpy.__version__,
        "passages": {"throng": len(passages), "pedpy": len(crossings), "only_one_has": missing,
                     "same_frames": bool((passages.sort_values("id").frame.values
                                          == crossings.sort_values("id").frame.values).all()) if not missing else None},
        "flow": figures["lines"][0].get("flow"),
        "frames": {"throng": len(frames), "pedpy": len(n_t)},
        "largest_difference": {
            "passed": largest(curve.passed, n_t.cumulative_pedestrians),
            "speed_of_all": largest(frames.speed.fillna(0), of_all.reindex(frames.frame, fill_value=0).fillna(0)),
            "speed_in_area": largest(series.speed.fillna(0), in_area.speed),
            "density": largest(series.density, classic.density),
            "voronoi_density": largest(series.voronoi_density, voronoi.density),
            "voronoi_speed": largest(series.voronoi_speed, voronoi_speed.speed),
        },
        "mean": {"density": float(classic.density.mean()), "voronoi_density": float(voronoi.density.mean()),
                 "voronoi_speed": float(voronoi_speed.speed.mean())},
    }, indent=1))


if __name__ == "__main__":
    main()
