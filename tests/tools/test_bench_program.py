#!/usr/bin/env python3
"""throng_bench does what tools/bench.py asks of it: test_bench_program.py THRONG_BENCH"""
import array
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from bench_parts import driven, instructions  # noqa: E402

PROGRAM = sys.argv.pop(1)


def run(*words):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "scene"

    def write(self, scene, agents, steps=0):
        self.assertEqual(run("--write-scene", scene, agents, steps, self.file).returncode, 0)
        head, _, data = self.file.read_bytes().partition(b"\n")
        header = json.loads(head)
        columns, rows = len(header["columns"]), array.array("d", data)
        self.assertEqual(len(rows), columns * header["agents"])
        return header, [rows[k:k + columns] for k in range(0, len(rows), columns)]

    def serve(self, executor="cpu", threads=1):
        served = driven.Driven([PROGRAM, "--serve", self.file, executor, threads])
        self.addCleanup(served.close)
        return served

    def positions(self, served):
        served.send("positions")
        return array.array("d", served.process.stdout.read(16 * served.started["agents"]))

    def test_says_what_built_it(self):
        self.assertRegex(instructions.built_by(PROGRAM)["compiler"], r"^(gcc|clang) \d+\.\d+\.\d+$")

    def test_pairs_and_nothing_else(self):
        self.assertEqual(json.loads(run("--only-pairs", 4, "with", 2).stdout), {"pairs": 200000})
        for words in ((2, "with", 1), (65, "with", 1), (4, "some", 1), (4, "with", "x")):
            self.assertEqual(run("--only-pairs", *words).returncode, 2, words)

    def test_journeys_that_steps_do_not_show(self):
        plain, waiting, going = (json.loads(run("--only-steps", scene, 500, 60).stdout)["state_hash"]
                                 for scene in ("errands", "errands_wait", "errands_to_and_fro"))
        self.assertEqual(plain, waiting)
        self.assertNotEqual(plain, going)

    def test_a_scene_and_the_world_made_of_it(self):
        header, rows = self.write("boxes", 2000)
        self.assertEqual(len(header["obstacles"]), 100)
        served = self.serve()
        self.assertEqual(served.started, {"agents": len(rows), "threads": 1})
        for got, row in zip(self.positions(served)[::2], rows):
            self.assertAlmostEqual(got, row[0], places=4)  # float inside

    def test_a_scene_that_has_walked(self):
        _, rows = self.write("counterflow", 500)
        served = self.serve()
        served.step(6)
        walked = self.positions(served)
        header, later = self.write("counterflow", 500, steps=6)
        self.assertEqual([value for row in later for value in row[0:2]], list(walked))
        self.assertTrue(any(row[header["columns"].index("vx")] != 0.0 for row in later))
        self.assertEqual([row[6:] for row in later], [row[6:] for row in rows])

    def test_profiles_of_a_scene(self):
        header, rows = self.write("mixed_neighbors", 1000)
        self.assertEqual([p["max_neighbors"] for p in header["profiles"]], [8, 40])
        attentive = sum(row[-1] for row in rows)
        self.assertTrue(50 < attentive < 150, attentive)
        header, rows = self.write("mixed_radii", 1000)
        radii = [row[header["columns"].index("radius")] for row in rows]
        self.assertTrue(0.1 <= min(radii) < 0.11 and 4.5 < max(radii) < 5.0)

    def test_steps_are_counted_and_the_same_for_any_threads(self):
        self.write("counterflow", 500)
        one, two = self.serve(threads=1), self.serve(threads=2)
        for served in (one, two):
            answer = served.step(4)
            self.assertEqual(answer["agent_steps"], 2000)
            self.assertGreater(answer["cpu_s"], 0.0)
        self.assertEqual(self.positions(one), self.positions(two))

    def test_preferred_velocities_from_outside(self):
        _, rows = self.write("uniform", 100)
        served = self.serve()
        before = self.positions(served)
        served.send("prefer", array.array("d", [0.0, 0.5] * 100).tobytes())
        served.step(10)  # of 0.1 s
        after = self.positions(served)
        north = sum(b - a for a, b in zip(before[1::2], after[1::2])) / 100
        self.assertTrue(0.4 < north < 0.5, north)  # from rest, behind others at rest, not all of it at once

    def test_only_steps(self):
        done = [run("--only-steps", "packed", 300, 5) for _ in range(2)]
        self.assertEqual(json.loads(done[0].stdout)["agent_steps"], 1500)
        self.assertEqual(done[0].stdout, done[1].stdout)

    def test_scenes_with_behaviors(self):
        for scene in ("predators", "flock", "formation"):
            done = run("--only-steps", scene, 300, 5)
            self.assertEqual(json.loads(done.stdout)["agent_steps"], 1500)
            refused = run("--write-scene", scene, 300, 0, self.file)
            self.assertEqual((refused.returncode, "a scene file has no behaviors" in refused.stderr), (1, True))

    def test_what_it_does_not_know(self):
        self.write("uniform", 10)
        whole = self.file.read_bytes()
        for status, message, *words in ((2, "no scene 'x'; there are uniform,", "--only-steps", "x", 1, 1),
                                        (2, "AGENTS must be a whole number: '-3'", "--write-scene", "uniform", -3, 0, self.file),
                                        (2, "no executor 'fast'", "--serve", self.file, "fast", 1),
                                        (1, "/nowhere: can't be read", "--serve", "/nowhere", "cpu", 1)):
            done = run(*words)
            self.assertEqual((done.returncode, message in done.stderr), (status, True), done.stderr)
        self.file.write_bytes(whole[:-1])
        self.assertIn("ends at agent 9", run("--serve", self.file, "cpu", 1).stderr)
        self.file.write_bytes(whole.replace(b"goal_x", b"aim_x"))
        self.assertIn("columns [", run("--serve", self.file, "cpu", 1).stderr)
        self.file.write_bytes(whole)
        served = subprocess.run([PROGRAM, "--serve", self.file, "cpu", "1"], input="jump\n", capture_output=True, text=True)
        self.assertEqual((served.returncode, "not understood: 'jump'" in served.stderr), (2, True))


if __name__ == "__main__":
    unittest.main()
