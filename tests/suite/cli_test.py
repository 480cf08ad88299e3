#!/usr/bin/env python3
"""Runs the real command: exit codes, files, interruption, what is printed and what is not.

usage: cli_test.py PATH_OF_THRONG [unittest arguments]
"""
import json
import os
import pathlib
import pty
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

THRONG = None
STATS_KEYS = {
    "agents", "steps", "time_step", "executor", "threads", "ms_per_step", "agent_steps_per_second", "arrived", "contacts",
    "deepest_overlap", "wall_crossings", "state_hash", "peak_memory_bytes", "contacts_at_once", "measured_frames",
    "infeasible_share", "phase_seconds", "version", "scene", "remaining", "simulated_time",
}


def scene(**changes):
    """Ten agents in two rows that walk through each other, 3 s."""
    agents = [{"position": [3.0 * side, 1.0 * row], "goal": [-3.0 * side, 1.0 * row]} for side in (-1, 1) for row in range(5)]
    result = {"throng": 1, "name": "two rows", "time_step": 0.1, "duration": 3.0, "seed": 1, "agents": agents,
              "record": {"every": 2}}
    result.update(changes)
    return {key: value for key, value in result.items() if value is not None}


def endless():
    return scene(duration=1.0e5)


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="throng_cli_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.put("scene.json", scene())

    def put(self, name, content):
        text = content if isinstance(content, str) else json.dumps(content)
        (self.folder / name).write_text(text, encoding="utf-8")

    def throng(self, *arguments, code=0, **options):
        result = subprocess.run([THRONG, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                                check=False, **options)
        self.assertEqual(result.returncode, code, f"{arguments}\nstdout: {result.stdout}\nstderr: {result.stderr}")
        return result

    def stats(self, *arguments, name="stats.json", **options):
        self.throng("run", "scene.json", "--no-record", "--stats", name, *arguments, **options)
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def interrupted(self, *arguments, number=signal.SIGINT):
        """Runs an endless scene until many of its frames are in the recording, then sends the signal."""
        self.put("endless.json", endless())
        process = subprocess.Popen([THRONG, "run", "endless.json", "--output", "endless.h5", *arguments], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        recording = self.folder / "endless.h5"
        while not recording.exists() or recording.stat().st_size < 1 << 20:
            self.assertIsNone(process.poll(), "ended by itself")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    # ---- Usage ----

    def test_help_and_version(self):
        self.assertIn("validate", self.throng("--help").stdout)
        self.assertIn("--no-record", self.throng("run", "--help").stdout)
        self.assertRegex(self.throng("--version").stdout, r"^\d+\.\d+\.\d+\s*$")

    def test_usage_errors(self):
        for arguments in (
            (), ("fly",), ("run",), ("run", "scene.json", "--thread", "2"), ("run", "scene.json", "--threads", "-1"),
            ("run", "scene.json", "--threads", "two"), ("run", "scene.json", "--steps", "-1"),
            ("run", "scene.json", "--steps", "010"), ("run", "scene.json", "--threads", "02"),
            ("run", "scene.json", "--seed", "-1"), ("run", "scene.json", "--steps", "99999999999999999999"),
            ("run", "scene.json", "--executor", "gpu"), ("run", "scene.json", "--no-record", "--output", "a.h5"),
            ("run", "scene.json", "--no-record", "--text", "a.txt"), ("run", "scene.json", "--load", "a.h5", "--seed", "1"),
            ("run", "scene.json", "--output", "a.h5", "--picture", "a.h5"), ("run", "scene.json", "--output", ""),
            ("validate",), ("export", "a.h5"),
        ):
            result = self.throng(*arguments, code=2)
            self.assertEqual(result.stdout, "", arguments)
            self.assertNotEqual(result.stderr, "", arguments)
        self.assertEqual(self.names(), ["scene.json"])

    def test_misspelt_subcommand(self):
        self.assertIn("'rnu' is no subcommand, did you mean 'run'?", self.throng("rnu", "scene.json", code=2).stderr)
        self.assertIn("'fly' is no subcommand; --help lists them", self.throng("fly", code=2).stderr)

    # ---- Running ----

    def test_run_records_and_sums_up(self):
        out = self.throng("run", "scene.json", "--stats", "stats.json").stdout
        self.assertEqual(self.names(), ["scene.h5", "scene.json", "stats.json"])
        stats = json.loads((self.folder / "stats.json").read_text(encoding="utf-8"))
        self.assertLessEqual(STATS_KEYS, set(stats))
        self.assertEqual((stats["agents"], stats["steps"], stats["scene"], stats["end"]), (10, 30, "two rows", "completed"))
        self.assertEqual((stats["measured_frames"], stats["time_step"]), (16, 0.1))
        self.assertAlmostEqual(stats["simulated_time"], 3.0)
        self.assertRegex(stats["state_hash"], r"^[0-9a-f]{16}$")
        for word in (stats["state_hash"], "ms per step", "agent-steps/s", "contacts", "arrived", "scene.h5", "stats.json"):
            self.assertIn(word, out)

    def test_all_outputs(self):
        self.throng("run", "scene.json", "--output", "a.h5", "--picture", "a.png", "--text", "a.txt", "--save", "s.h5")
        self.assertEqual((self.folder / "a.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        lines = (self.folder / "a.txt").read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[0], "# framerate: 5")
        self.assertEqual(sum(not line.startswith("#") for line in lines), 16 * 10)
        self.throng("export", "a.h5", "--text", "b.txt")
        self.assertEqual((self.folder / "b.txt").read_bytes(), (self.folder / "a.txt").read_bytes())
        self.throng("export", "a.h5", "--text", "b.txt", code=5)
        self.throng("export", "a.h5", "--text", "b.txt", "--overwrite")

    def test_same_bits_for_threads_and_a_restart(self):
        whole = self.stats()["state_hash"]
        self.assertEqual(self.stats("--threads", "3")["state_hash"], whole)
        self.stats("--steps", "11", "--save", "s.h5")
        rest = self.stats("--load", "s.h5")
        self.assertEqual((rest["steps"], rest["state_hash"]), (19, whole))
        self.assertAlmostEqual(rest["simulated_time"], 3.0)
        self.stats("--load", "s.h5", "--steps", "19", "--save", "end.h5")
        self.assertIn("--steps", self.throng("run", "scene.json", "--no-record", "--load", "end.h5", code=2).stderr)

    def test_load_of_another_time_step(self):
        self.stats("--steps", "1", "--save", "s.h5")
        self.put("scene.json", scene(time_step=0.05))
        self.throng("run", "scene.json", "--no-record", "--load", "s.h5", code=3)

    def test_stops_when_all_have_left(self):
        self.put("scene.json", scene(duration=600.0, profiles={"leaver": {"on_arrival": "remove"}},
                                     agents=[{"profile": "leaver", "position": [0, 0], "goal": [2, 0]}]))
        result = self.throng("run", "scene.json", "--stats", "stats.json")
        self.assertIn("every agent has left", result.stdout)
        stats = json.loads((self.folder / "stats.json").read_text(encoding="utf-8"))
        self.assertEqual((stats["end"], stats["remaining"], stats["arrived"]), ("emptied", 0, 1))
        self.assertLess(stats["steps"], 30)

    def test_seed_is_used(self):
        agents = [{"count": 20, "fill": {"rectangle": [[0, 0], [20, 20]]}, "goal": [30, 10]}]
        self.put("scene.json", scene(agents=agents))
        first, again, other = self.stats(), self.stats("--seed", "1"), self.stats("--seed", "2")
        self.assertEqual(first["state_hash"], again["state_hash"])
        self.assertNotEqual(first["state_hash"], other["state_hash"])
        self.assertEqual(other["seed"], 2)

    # ---- What is printed ----

    def test_quiet_prints_nothing(self):
        result = self.throng("run", "scene.json", "--quiet")
        self.assertEqual((result.stdout, result.stderr), ("", ""))
        self.assertNotEqual(self.throng("run", "scene.json", "--quiet", code=5).stderr, "")

    def test_auto_says_why_it_takes_the_cpu(self):
        executors = {e["name"]: e["available"] for e in json.loads(self.throng("info", "--json").stdout)["executors"]}
        if executors.get("cuda"):
            self.skipTest("there is a GPU")
        lines = [line for line in self.throng("run", "scene.json").stderr.splitlines() if "cpu executor" in line]
        self.assertEqual(len(lines), 1)
        self.assertNotIn("cpu executor", self.throng("run", "scene.json", "--executor", "cpu", "--overwrite").stderr)

    def test_no_control_characters_without_a_terminal(self):
        result = self.throng("run", "scene.json")
        self.assertNotRegex(result.stdout + result.stderr, r"[\r\x1b]")

    def test_bar_on_a_terminal(self):
        main, terminal = pty.openpty()
        self.addCleanup(os.close, main)
        process = subprocess.run([THRONG, "run", "scene.json"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=terminal,
                                 env={**os.environ, "TERM": "xterm"}, timeout=60, check=False)
        os.close(terminal)
        self.assertEqual(process.returncode, 0)
        text = os.read(main, 65536).decode()
        self.assertRegex(text, r"\r\x1b\[K.*step \d+ of 30, 10 agents, .* agent-steps/s, .* left")

    # ---- Errors ----

    def test_bad_scenes(self):
        for name, content in (
            ("typo.json", scene(time_stepp=0.1)), ("cut.json", '{"throng": 1,'), ("version.json", scene(throng=2)),
            ("negative.json", scene(time_step=-0.1)),
            ("crossing.json", scene(obstacles=[{"polygon": [[0, 0], [1, 1], [1, 0], [0, 1]]}])),
        ):
            self.put(name, content)
            result = self.throng("run", name, code=3)
            self.assertIn(name, result.stderr)
            self.throng("validate", name, code=3)
        self.assertNotIn("typo.h5", self.names())

    def test_missing_files(self):
        self.throng("run", "missing.json", code=5)
        self.throng("validate", "missing.json", code=5)
        self.throng("run", "scene.json", "--load", "missing.h5", code=5)
        self.throng("recover", "missing.h5", code=5)
        self.throng("export", "missing.h5", "--text", "a.txt", code=5)
        self.throng("verify", "--golden", "missing.jsonl", code=5)
        for option in ("--output", "--picture", "--stats", "--text", "--save"):
            self.assertIn("nowhere", self.throng("run", "scene.json", option, "nowhere/file", code=5).stderr)

    def test_damaged_files(self):
        self.put("scene.h5", "not HDF5 at all")
        self.throng("export", "scene.h5", "--text", "a.txt", code=5)
        self.throng("recover", "scene.h5", code=5)
        self.throng("run", "scene.json", "--no-record", "--load", "scene.h5", code=5)

    def test_missing_device(self):
        executors = {e["name"]: e["available"] for e in json.loads(self.throng("info", "--json").stdout)["executors"]}
        if executors.get("cuda"):
            self.skipTest("there is a GPU")
        self.assertIn("cuda", self.throng("run", "scene.json", "--executor", "cuda", code=4).stderr)

    def test_overwriting_is_refused_before_the_run(self):
        for option, name in (("--output", "a.h5"), ("--picture", "a.png"), ("--text", "a.txt"), ("--save", "s.h5")):
            self.put(name, "precious")
            self.assertIn(name, self.throng("run", "scene.json", option, name, code=5).stderr)
            self.assertEqual((self.folder / name).read_text(encoding="utf-8"), "precious")
            self.assertNotIn("scene.h5", self.names())
            self.throng("run", "scene.json", option, name, "--overwrite")
            self.assertNotEqual((self.folder / name).read_bytes(), b"precious")
            if "scene.h5" in self.names():
                (self.folder / "scene.h5").unlink()

    def test_no_output_replaces_an_input(self):
        self.throng("run", "scene.json", "--output", "a.h5")
        before = (self.folder / "a.h5").read_bytes()
        self.assertIn("a.h5", self.throng("export", "a.h5", "--text", "a.h5", "--overwrite", code=2).stderr)
        self.assertEqual((self.folder / "a.h5").read_bytes(), before)
        area = "POLYGON((-10 -10,10 -10,10 10,-10 10,-10 -10))"
        self.put("area.wkt", area)
        self.put("rows.csv", "x,y\n0,0\n")
        self.put("named.json", json.dumps({"throng": 1, "duration": 1, "geometry": {"wkt": "area.wkt"},
                                           "agents": [{"agents_file": "rows.csv"}]}))
        for name in ("area.wkt", "rows.csv"):
            for option in ("--stats", "--picture", "--save"):
                result = self.throng("run", "named.json", "--no-record", option, name, "--overwrite", code=2)
                self.assertIn(name, result.stderr)
        self.assertEqual((self.folder / "area.wkt").read_text(encoding="utf-8"), area)

    def test_steps_longer_than_the_horizons_are_warned_of(self):
        self.put("long.json", json.dumps({"throng": 1, "duration": 10, "time_step": 5, "agents": [{"position": [0, 0]}]}))
        self.assertIn("time horizon", self.throng("validate", "long.json").stdout)

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        self.assertIn("/dev/full", self.throng("run", "scene.json", "--no-record", "--stats", "/dev/full", code=5).stderr)
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([THRONG, "info"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(result.returncode, 5)

    def test_recording_that_outgrows_its_limit(self):
        """A limit on the size of files stands in for a full disk."""
        self.put("endless.json", endless())
        limit = 1 << 20
        result = self.throng("run", "endless.json", "--output", "a.h5", code=5,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.assertIn("a.h5", result.stderr)

    def test_field_that_memory_is_too_small_for(self):
        """Little address space stands in for little memory."""
        self.put("far.json", json.dumps({"throng": 1, "duration": 1, "navigation": True, "obstacles": [{"polyline": [[1500, -1200], [1500, 1200]]}],
                                         "agents": [{"position": [0, 0], "goal": [3000, 0]}]}))
        small = {"throng": 1, "duration": 1, "navigation": {"cell_size": 0.2}, "obstacles": [{"polyline": [[0, 100], [300, 100]]}, {"polyline": [[0, 0], [300, 300]]}],
                 "agents": [{"position": [10, 20], "goal": [290, 10 * k]} for k in range(4)]}
        self.put("small.json", json.dumps(small))
        for scene, mebibytes in (("far.json", 200), ("small.json", 100), ("small.json", 130)):  # in the march; there, or after it
            limit = mebibytes << 20
            result = self.throng("validate", scene, code=4, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assertIn("no memory for the flow field of the goal at", result.stdout + result.stderr)

    # ---- Interruption ----

    def test_interrupt_leaves_readable_files(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            code, out, err = self.interrupted("--stats", "stats.json", "--overwrite", number=number)
            self.assertEqual(code, 130, err)
            self.assertIn("interrupted after step", out)
            stats = json.loads((self.folder / "stats.json").read_text(encoding="utf-8"))
            self.assertEqual(stats["end"], "interrupted")
            self.throng("export", "endless.h5", "--text", "a.txt", "--overwrite")
            frames = {line.split()[1] for line in (self.folder / "a.txt").read_text().splitlines() if line[0] != "#"}
            self.assertEqual(len(frames), stats["measured_frames"])
            self.assertIn("nothing to do", self.throng("recover", "endless.h5").stdout)
            (self.folder / "endless.h5").unlink()

    def test_killed_run_is_recovered(self):
        code, _, _ = self.interrupted(number=signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.assertIn("frames recovered", self.throng("recover", "endless.h5", "--output", "clean.h5").stdout)
        self.throng("recover", "endless.h5")
        self.throng("export", "endless.h5", "--text", "a.txt")
        self.throng("export", "clean.h5", "--text", "b.txt")
        self.assertEqual((self.folder / "a.txt").read_bytes(), (self.folder / "b.txt").read_bytes())

    # ---- The other commands ----

    def test_validate(self):
        self.put("bad.json", scene(agents=[{"position": [0, 0], "radius": -1}]))
        out = self.throng("validate", "scene.json").stdout
        self.assertIn("10 agents, 0 obstacles, 30 steps", out)
        report = json.loads(self.throng("validate", "--json", "scene.json", "bad.json", code=3).stdout)
        self.assertFalse(report["valid"])
        good, bad = report["files"]
        self.assertEqual((good["valid"], good["agents"], good["steps"], good["errors"]), (True, 10, 30, []))
        self.assertFalse(bad["valid"])
        self.assertIn("/agents/0/radius", bad["errors"][0])
        self.assertIn("-1", bad["errors"][0])
        self.assertEqual(good["behaviors"], 0)
        steering = [{"position": [0, 0], "behavior": "w"}]
        self.put("steering.json", scene(agents=steering, behaviors={"w": {"kind": "wander"}, "f": {"kind": "flock"}}))
        self.assertIn("1 agent, 0 obstacles, 30 steps, 2 behaviors", self.throng("validate", "steering.json").stdout)
        report = json.loads(self.throng("validate", "--json", "steering.json").stdout)
        self.assertEqual(report["files"][0]["behaviors"], 2)

    def test_info(self):
        info = json.loads(self.throng("info", "--json").stdout)
        self.assertGreater(info["bytes_per_agent"], 0)
        self.assertGreater(info["threads"], 0)
        self.assertTrue(info["instruction_set"])
        names = [executor["name"] for executor in info["executors"]]
        self.assertIn("cpu", names)
        self.assertIn("reference", names)
        for executor in info["executors"]:
            self.assertTrue(executor["detail"], executor)
        self.assertIn("cpu", self.throng("info").stdout)

    CART = [[-0.5, -0.25], [0.75, -0.25], [0.75, 0.25], [-0.5, 0.25]]

    def cart_scene(self):
        agents = [{"position": [0, 0], "heading": [0, 2], "footprint": list(reversed(self.CART))}, {"position": [5, 0]}]
        return scene(agents=agents, duration=0.4)

    def test_heights_in_what_comes_out(self):
        self.put("ramp.json", scene(heights={"outside": 2.5, "floors": [
            {"polygon": [[-9, -9], [0, -9], [0, 9], [-9, 9]], "from": [-9, 0, 1.5], "to": [0, 0, 2.5]}]}))
        self.throng("run", "ramp.json", "--output", "ramp.h5", "--text", "ramp.txt")
        rows = [line.split() for line in (self.folder / "ramp.txt").read_text(encoding="utf-8").splitlines()[2:]]
        for _, _, x, _, z in rows:
            self.assertAlmostEqual(float(z), 2.5 + min(0.0, float(x)) / 9.0, delta=2e-6)
        self.assertTrue(json.loads(self.throng("info", "ramp.h5", "--json").stdout)["heights"])
        self.assertIn("heights     agents stand at", self.throng("info", "ramp.h5").stdout)
        self.throng("run", "scene.json", "--output", "scene.h5")
        self.assertFalse(json.loads(self.throng("info", "scene.h5", "--json").stdout)["heights"])

    def test_info_of_a_walkable_area(self):
        self.put("hall.wkt", "MULTIPOLYGON (((0 0, 8 0, 8 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 1)), ((20 0, 22 0, 22 2, 20 2, 20 0)))")
        info = json.loads(self.throng("info", "hall.wkt", "--json").stdout)
        self.assertEqual((info["area"], info["low"], info["high"], info["warnings"]), (35.5, [0, 0], [22, 4], []))
        self.assertEqual(info["parts"], [{"vertices": 4, "holes": 1}, {"vertices": 4, "holes": 0}])
        self.put("block.geojson", {"type": "Polygon", "coordinates": [[[13.40, 52.51], [13.41, 52.51], [13.41, 52.52], [13.40, 52.51]]]})
        self.assertIn("warning: the walkable area is", self.throng("info", "block.geojson").stdout)
        self.put("bad.wkt", "POLYGON ((0 0, 4 0, 1 3, 4 4, 0 0))")
        self.assertIn("bad.wkt: polygon 0 of the walkable area", self.throng("info", "bad.wkt", code=3).stderr)
        self.throng("info", "missing.wkt", code=5)

    def test_info_of_a_recording(self):
        self.put("carts.json", self.cart_scene())
        self.throng("run", "carts.json", "--output", "run.h5")
        info = json.loads(self.throng("info", "run.h5", "--json").stdout)
        self.assertEqual((info["frames"], info["rows"], info["closed_cleanly"], info["every"]), (3, 6, True, 2))
        self.assertEqual(info["last_time"], 0.4)
        cart, walker = info["profiles"]
        self.assertEqual(sorted(cart["footprint"]), sorted(self.CART))
        self.assertEqual(walker, {"name": "walker", "footprint": []})
        text = self.throng("info", "run.h5").stdout
        for part in ("3, from 0 s to 0.4 s", "2 in the first frame, 2 in the last; 6 rows", "footprint, 1.25 m x 0.5 m", "walker: disc"):
            self.assertIn(part, text)
        self.throng("info", "missing.h5", code=5)
        self.throng("info", "carts.json", code=5)

    def test_recorded_footprints_are_read_by_others(self):
        try:
            import h5py
        except ImportError:
            self.skipTest("Python has no package h5py")
        self.put("carts.json", self.cart_scene())
        self.throng("run", "carts.json", "--output", "run.h5")
        with h5py.File(self.folder / "run.h5") as file:
            offset, vertex = file["/throng/footprint_offset"][:], file["/throng/footprint_vertex"][:]
            row = file["/throng/profile"][:][0]
            self.assertEqual([len(offset), offset[0], offset[-1]], [3, 0, 4])
            shape = vertex[offset[row]:offset[row + 1]].tolist()
            self.assertEqual(sorted(shape), sorted(self.CART))
            area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(shape, shape[1:] + shape[:1]))
            self.assertGreater(area, 0, "counter-clockwise")
            x, y = file["/throng/heading"][:][0]
            position = file["/trajectory"][:][0]
            world = [(position["x"] + v[0] * x - v[1] * y, position["y"] + v[0] * y + v[1] * x) for v in shape]
            self.assertAlmostEqual(max(p[1] for p in world), 0.75, places=6)
        self.throng("run", "scene.json", "--output", "discs.h5")
        with h5py.File(self.folder / "discs.h5") as file:
            self.assertNotIn("footprint_offset", file["/throng"])

    def golden(self, vx, **changes):
        agent = {"in": [0, 0, 0, 0, 1, 0, 0.5, 2, 5, 10, 5, 5], "out": [vx, 0], "viol": 0}
        return json.dumps({"id": 1, "dt": 0.1, "obstacles": [], "agents": [agent], **changes}) + "\n"

    def test_verify_golden(self):
        self.put("good.jsonl", self.golden(1.0))
        self.put("wrong.jsonl", self.golden(1.01))
        self.put("malformed.jsonl", self.golden(1.0) + "{\n")
        report = json.loads(self.throng("verify", "--golden", "good.jsonl", "--json").stdout)
        self.assertTrue(report["accepted"])
        self.assertGreaterEqual({result["executor"] for result in report["results"]}, {"cpu", "reference"})
        for result in report["results"]:
            self.assertEqual((result["cases"], result["feasible"]["agents"], result["feasible"]["within"]), (1, 1, 1))
        self.assertIn("BAD", self.throng("verify", "--golden", "wrong.jsonl", "--executor", "cpu", code=1).stdout)
        self.assertIn("malformed.jsonl:2", self.throng("verify", "--golden", "malformed.jsonl", code=3).stderr)

    def test_verify(self):
        result = self.throng("verify")
        self.assertIn("all good", result.stdout)
        for name in ("pillars", "room", "packed", "turning", "steering", "contacts", "footprints", "crowding", "ways", "errands"):
            self.assertTrue(re.search(rf"^  {name} +cpu +12 ", result.stdout, re.M), name)
        self.assertTrue(re.search(r"\b8\s+ascending", result.stdout))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    THRONG = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
