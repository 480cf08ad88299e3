#!/usr/bin/env python3
"""A disk of 1 MB that fills up: exit code 5, a message that names the file and the reason, and nothing half-written.

usage: full_disk_test.py PATH_OF_THRONG [unittest arguments]
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

THRONG = None
REASON = "No space left on device"


def scene(agents, duration):
    return json.dumps({
        "throng": 1, "name": "crowd", "time_step": 0.1, "duration": duration, "seed": 1, "record": {"every": 1},
        "agents": [{"count": agents, "fill": {"rectangle": [[0, 0], [100, 100]]}, "goal": [1000, 50]}],
    })


class FullDiskTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="throng_full_"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", self.disk], check=True)
        self.addCleanup(subprocess.run, ["umount", self.disk], check=True)
        (self.folder / "scene.json").write_text(scene(200, 1.0), encoding="utf-8")
        (self.folder / "long.json").write_text(scene(200, 1.0e4), encoding="utf-8")

    def throng(self, *arguments, code=0):
        result = subprocess.run([THRONG, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, code, f"{arguments}\nstdout: {result.stdout}\nstderr: {result.stderr}")
        return result

    def fill(self):
        """Leaves no byte."""
        with open(self.disk / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 4096):
                    pass
            except OSError as error:
                self.assertEqual(error.strerror, REASON)

    def fails(self, name, *arguments):
        """Returns what was printed."""
        error = self.throng("run", *arguments, code=5).stderr
        self.assertIn(name, error)
        self.assertIn(REASON, error)
        return error

    def test_recording_that_fills_the_disk(self):
        error = self.fails("disk/a.h5", "long.json", "--output", "disk/a.h5")
        safe = int(re.search(r"the first (\d+) frames are safe", error)[1])
        self.assertGreater(safe, 0)
        # What had been recorded is readable, on the full disk too.
        self.throng("recover", "disk/a.h5", "--output", "clean.h5")
        self.throng("export", "clean.h5", "--text", "a.txt")
        lines = [line for line in (self.folder / "a.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
        frames = {line.split()[1] for line in lines}
        self.assertEqual(len(frames), safe)
        self.assertEqual(len(lines), 200 * safe)

    def test_disk_that_is_full(self):
        self.fill()
        self.fails("disk/a.h5", "scene.json", "--output", "disk/a.h5")
        for option, name in (("--save", "disk/s.h5"), ("--picture", "disk/p.png"), ("--stats", "disk/stats.json")):
            self.fails(name, "scene.json", "--no-record", option, name)
        self.fails("disk/a.txt", "scene.json", "--output", "b.h5", "--text", "disk/a.txt")
        self.throng("export", "b.h5", "--text", "b.txt")
        self.assertEqual([path.name for path in self.disk.iterdir()], ["filler"])

    def test_old_files_outlive_a_failed_run(self):
        for option, name in (("--save", "s.h5"), ("--picture", "p.png"), ("--stats", "stats.json")):
            self.throng("run", "scene.json", "--no-record", option, f"disk/{name}")
        before = {path.name: path.read_bytes() for path in self.disk.iterdir()}
        self.fill()
        for option, name in (("--save", "s.h5"), ("--picture", "p.png"), ("--stats", "stats.json")):
            self.fails(name, "scene.json", "--no-record", "--overwrite", option, f"disk/{name}")
        (self.disk / "filler").unlink()
        self.assertEqual({path.name: path.read_bytes() for path in self.disk.iterdir()}, before)


def enter_own_mounts():
    """Runs this script again where it may mount and nobody sees it; exit status 77 where that isn't possible."""
    for namespace in (["--mount"], ["--user", "--map-root-user", "--mount"]):
        command = ["unshare", *namespace]
        with tempfile.TemporaryDirectory() as place:
            mounts = [*command, "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place]
            if shutil.which("unshare") and subprocess.run(mounts, capture_output=True, check=False).returncode == 0:
                os.execvp("unshare", [*command, sys.executable, "-B", *sys.argv, "--mounts-are-ours"])
    print("skipped: no file system of its own can be mounted here (unshare, mount)")
    sys.exit(77)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if "--mounts-are-ours" in sys.argv:
        sys.argv.remove("--mounts-are-ours")
    else:
        enter_own_mounts()
    THRONG = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
