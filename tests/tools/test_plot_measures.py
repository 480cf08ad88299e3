"""tools/plot_measures.py makes its pictures from a folder of `throng measure --csv`, and says what it lacks."""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "plot_measures.py"
PATHS = "# framerate: 10\n# x/m\n" + "".join(
    f"{person} {frame} {0.1 * frame - person} {1 + 0.1 * person} 1.7\n" for person in range(1, 6) for frame in range(60))


def plot(*words):
    return subprocess.run([sys.executable, "-B", TOOL, *words], capture_output=True, text=True, check=False)


def main() -> int:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        print("skipped: matplotlib is not here")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "paths.txt").write_text(PATHS, encoding="utf-8")
        (folder / "place.wkt").write_text("POLYGON ((-6 0, 7 0, 7 3, -6 3, -6 0))", encoding="utf-8")
        subprocess.run([sys.argv[1], "measure", folder / "paths.txt", "--quiet", "--geometry", folder / "place.wkt",
                        "--line", "1,0,1,3", "--area", "0,0,3,3", "--grid", "1", "--csv", folder / "series"],
                       check=True, stderr=subprocess.DEVNULL)
        done = plot(folder / "series", "--output", folder / "plots", "--compare", folder / "series")
        assert done.returncode == 0, done.stderr
        for picture in ("line_1", "area_1", "fundamental_diagram_1", "density_map", "service_map"):
            head = (folder / "plots" / f"{picture}.png").read_bytes()[:8]
            assert head == b"\x89PNG\r\n\x1a\n", picture
        done = plot(folder)
        assert done.returncode == 1 and "frames.csv" in done.stderr, done
    return 0


if __name__ == "__main__":
    sys.exit(main())
