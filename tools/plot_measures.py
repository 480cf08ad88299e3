#!/usr/bin/env python3
"""Plots of what `throng measure --json FILE --csv FOLDER` has written, as PNG: passages over time, density and speed over time, the
fundamental diagram with Weidmann's curve, maps of density and of levels of service.

  tools/plot_measures.py FOLDER [--output FOLDER] [--compare OTHER_FOLDER]

Needs matplotlib (python3-matplotlib of the distribution).
"""
import argparse
import csv
import math
import pathlib
import sys

try:
    import matplotlib
except ImportError:
    sys.exit("plot_measures: matplotlib is not here: install python3-matplotlib")
matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.colors import BoundaryNorm, ListedColormap  # noqa: E402

LEVELS = "ABCDEF"
LEVEL_COLORS = ["#2c7bb6", "#7fbfd8", "#c9e4b4", "#fee08b", "#f98e52", "#c21e1e"]


def read(path: pathlib.Path) -> dict:
    """Columns by name; numbers, NaN where there is none."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = rows[0].keys() if rows else []

    def value(text: str):
        if text == "":
            return math.nan
        return text if text in LEVELS else float(text)

    return {name: [value(row[name]) for row in rows] for name in names}


def weidmann(density: float) -> float:
    """m/s, of people/m^2. U. Weidmann, 1993."""
    return 1.34 * max(0.0, 1.0 - math.exp(-1.913 * (1.0 / density - 1.0 / 5.4)))


def save(figure, path: pathlib.Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)
    print(path)


def plot_line(folders, name: str, output: pathlib.Path) -> None:
    figure, axes = plt.subplots(figsize=(6, 4))
    for label, folder in folders:
        if (folder / name).is_file():
            curve = read(folder / name)
            axes.step(curve["time"], curve["passed"], where="post", label=label)
    axes.set(xlabel="time (s)", ylabel="people who have passed")
    if len(folders) > 1:
        axes.legend()
    save(figure, output / f"{pathlib.Path(name).stem}.png")


def plot_area(folders, number: str, output: pathlib.Path) -> None:
    figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(6, 5))
    pairs, (diagram, flow) = plt.subplots(1, 2, figsize=(9, 4))
    most = 0.5
    for label, folder in folders:
        if not (folder / f"area_{number}.csv").is_file():
            continue
        series = read(folder / f"area_{number}.csv")
        kept = any(not math.isnan(value) for value in series["voronoi_density"])
        density = series["voronoi_density" if kept else "density"]
        above.plot(series["time"], density, label=label)
        below.plot(series["time"], series["speed"], label=label)
        diagram.plot(density, series["speed"], ".", ms=2, alpha=0.3)
        bins = read(folder / f"fundamental_diagram_{number}.csv")
        if bins:
            diagram.errorbar(bins["density"], bins["speed"], yerr=bins["speed_deviation"], fmt="o-", ms=4, label=label)
            flow.plot(bins["density"], bins["flow"], "o-", ms=4, label=label)
            most = max(most, *bins["density"])
    curve = [most * (k + 1) / 200 for k in range(200)]
    diagram.plot(curve, [weidmann(d) for d in curve], "k--", label="Weidmann")
    flow.plot(curve, [d * weidmann(d) for d in curve], "k--", label="Weidmann")
    above.set(ylabel="density (people/m²)")
    below.set(xlabel="time (s)", ylabel="speed (m/s)")
    diagram.set(xlabel="density (people/m²)", ylabel="speed (m/s)")
    flow.set(xlabel="density (people/m²)", ylabel="flow (people/(m s))")
    diagram.legend()
    if len(folders) > 1:
        above.legend()
    save(figure, output / f"area_{number}.png")
    save(pairs, output / f"fundamental_diagram_{number}.png")


def plot_map(folder: pathlib.Path, output: pathlib.Path) -> None:
    cells = read(folder / "map.csv")
    if not cells:
        return
    xs, ys = sorted(set(cells["x"])), sorted(set(cells["y"]))
    size = min([b - a for values in (xs, ys) for a, b in zip(values, values[1:])], default=1.0)
    columns = round((xs[-1] - xs[0]) / size) + 1
    rows = round((ys[-1] - ys[0]) / size) + 1
    extent = (xs[0] - size / 2, xs[-1] + size / 2, ys[0] - size / 2, ys[-1] + size / 2)

    def grid(values):
        picture = [[math.nan] * columns for _ in range(rows)]
        for x, y, value in zip(cells["x"], cells["y"], values):
            picture[round((y - ys[0]) / size)][round((x - xs[0]) / size)] = value
        return picture

    figure, axes = plt.subplots(figsize=(6, 5))
    image = axes.imshow(grid(cells["density"]), origin="lower", extent=extent, cmap="viridis")
    figure.colorbar(image, label="density (people/m²), mean over time")
    axes.set(xlabel="x (m)", ylabel="y (m)")
    save(figure, output / "density_map.png")
    if all(level not in LEVELS for level in map(str, cells["service_level"])):
        return
    figure, axes = plt.subplots(figsize=(6, 5))
    levels = [LEVELS.index(level) if isinstance(level, str) else math.nan for level in cells["service_level"]]
    image = axes.imshow(grid(levels), origin="lower", extent=extent, cmap=ListedColormap(LEVEL_COLORS),
                        norm=BoundaryNorm([k - 0.5 for k in range(7)], 6))
    figure.colorbar(image, ticks=range(6), label="level of service").ax.set_yticklabels(list(LEVELS))
    axes.set(xlabel="x (m)", ylabel="y (m)")
    save(figure, output / "service_map.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="of --csv")
    parser.add_argument("--output", type=pathlib.Path, help="folder for the pictures; default: the same")
    parser.add_argument("--compare", type=pathlib.Path, action="append", default=[], help="folder of another measurement")
    options = parser.parse_args()
    for folder in (options.folder, *options.compare):
        if not (folder / "frames.csv").is_file():
            sys.exit(f"plot_measures: {folder} has no frames.csv: wanted a folder of `throng measure --csv`")
    output = options.output or options.folder
    output.mkdir(parents=True, exist_ok=True)
    folders = [(folder.name, folder) for folder in (options.folder, *options.compare)]
    for path in sorted(options.folder.glob("line_*.csv")):
        plot_line(folders, path.name, output)
    for path in sorted(options.folder.glob("area_*.csv")):
        plot_area(folders, path.stem.removeprefix("area_"), output)
    if (options.folder / "map.csv").is_file():
        plot_map(options.folder, output)


if __name__ == "__main__":
    main()
