#!/usr/bin/env python3
"""tools/bench.py and its parts compute and compare rightly. Needs no benchmark to run, no RVO2 and no network."""
import importlib.util
import json
import pathlib
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import bench  # noqa: E402
import bench_figures  # noqa: E402
from bench_parts import LeftOut, driven, environment, figures, instructions, ratio, rvo2_build, tables  # noqa: E402

try:
    from bench_parts import quality
except ImportError:  # no numpy
    quality = None


def sample(wall, cpu, agent_steps=1000, **more):
    return {"wall_s": wall, "cpu_s": cpu, "agent_steps": agent_steps, **more}


class Ratio(unittest.TestCase):
    def test_medians_and_spread(self):
        found = ratio.figures([sample(3e-6, 1e-6), sample(1e-6, 2e-6), sample(9e-6, 9e-6, 3000)])
        for key, value in {"wall_ns": 3.0, "cpu_ns": 2.0, "wall_range_ns": [1.0, 3.0], "cpu_range_ns": [1.0, 3.0]}.items():
            for got, expected in zip(*(v if isinstance(v, list) else [v] for v in (found[key], value))):
                self.assertAlmostEqual(got, expected)
        self.assertNotIn("infeasible", found)

    def test_share_of_infeasible_agents_is_of_all_groups(self):
        self.assertAlmostEqual(ratio.figures([sample(1, 1, 100, infeasible=50), sample(1, 1, 300, infeasible=0)])["infeasible"], 0.125)

    def test_one_thread_by_processor_time_more_by_time_passed(self):
        def side(wall, cpu):
            return {"wall_ns": wall, "cpu_ns": cpu}
        found = ratio.ratios({"throng_1": side(7.0, 2.0), "throng_2": side(2.0, 5.0), "rvo2_package_1": side(99.0, 20.0),
                              "rvo2_openmp_2": side(20.0, 99.0), "rvo2_native_2": side(12.0, 99.0)})
        self.assertEqual(found["package"], 10.0)
        self.assertEqual(found["openmp_2_threads"], 10.0)
        self.assertEqual(found["native_2_threads"], 6.0)
        self.assertEqual(found["threads"], 3.5)
        self.assertNotIn("native", found)
        self.assertNotIn("reference", found)

    def test_commands_leave_out_builds_that_are_not_there(self):
        row = ratio.Row("uniform", 10, 1, 1, 1, 1)
        self.assertEqual({*ratio.commands(row, "f", "p", "python", {"package": "lib"})}, {"throng_1", "throng_2", "rvo2_package_1"})
        both = ratio.commands(row._replace(reference=True), "f", "p", "python", {"package": "a", "native": "b"})
        self.assertEqual({*both} - {"throng_1", "throng_2"}, {"rvo2_package_1", "rvo2_native_1", "rvo2_native_2", "reference"})
        self.assertEqual(both["rvo2_native_2"][1]["OMP_NUM_THREADS"], "2")
        self.assertEqual(both["rvo2_native_2"][1]["LD_PRELOAD"], "b")


class Plots(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "Python has no package matplotlib")
    def test_every_side_has_a_style(self):
        from bench_parts import plots
        for name in tables.SIDES:
            if name.startswith("rvo2_"):
                self.assertIn(name, plots.STYLES)


class Driven(unittest.TestCase):
    ECHO = "import sys, json\nprint('{\"agents\": 3}', flush=True)\nfor line in sys.stdin: print(json.dumps(line.strip()), flush=True)"

    def test_asks_and_answers(self):
        with driven.Driven([sys.executable, "-c", self.ECHO]) as program:
            self.assertEqual(program.started, {"agents": 3})
            self.assertEqual(program.step(5), "step 5")

    def test_a_program_that_ends_is_an_error(self):
        with self.assertRaisesRegex(RuntimeError, "ended with status 4"):
            driven.Driven([sys.executable, "-c", "raise SystemExit(4)"])


class Rvo2Build(unittest.TestCase):
    def test_widest_instruction_set(self):
        for code, name in (("mulss %xmm0,%xmm1", "SSE"), ("vmulss %xmm0,%xmm1,%xmm2\n mulss", "AVX"),
                           ("vfmadd231ps %ymm0,%ymm1,%ymm2", "AVX with FMA"), ("vaddps %zmm0,%zmm1,%zmm2", "AVX-512"),
                           ("ret", "no floating-point code of x86-64"), ("", "unknown")):
            self.assertEqual(rvo2_build.instruction_set(code), name)

    def test_a_file_that_tells_nothing(self):
        self.assertEqual(rvo2_build.describe(pathlib.Path("/nowhere/libRVO.so")),
                         {"compiler": "unknown", "openmp": None, "instruction_set": "unknown"})


class Environment(unittest.TestCase):
    def test_what_cannot_be_had_is_left_out_and_asked_for_once(self):
        with tempfile.TemporaryDirectory() as folder:
            calls = pathlib.Path(folder) / "calls"
            made = environment.Environment(pathlib.Path(folder))
            made.python.parent.mkdir()
            made.python.write_text(f"#!/bin/sh\necho x >> {calls}\necho 'no network' >&2\nexit 1\n")
            made.python.chmod(made.python.stat().st_mode | stat.S_IXUSR)
            for _ in range(2):
                with self.assertRaisesRegex(LeftOut, "pyrvo can't be installed: no network"):
                    made.need("pyrvo")
            self.assertEqual(len(calls.read_text().split()), 2)  # is it there, install it

    def test_versions_are_pinned(self):
        for requirement, *_ in environment.PACKAGES.values():
            self.assertRegex(requirement, r"^\w+==\d")


class Instructions(unittest.TestCase):
    def test_of_a_step_by_difference(self):
        self.assertEqual(instructions.per_thing((1500, 10), (5500, 30)), 200.0)

    def test_within_three_percent(self):
        table = {"uniform": 1000.0, "packed": 2000.0}
        self.assertEqual(instructions.differences(table, {"uniform": 1029.0, "packed": 1941.0}), [])

    def test_more_and_fewer_are_both_told(self):
        found = instructions.differences({"a": 1000.0, "b": 1000.0}, {"a": 1031.0, "b": 969.0})
        self.assertEqual(found, ["a: 1000 in the table, 1031 now (+3.1 %)", "b: 1000 in the table, 969 now (-3.1 %)"])

    def test_scenes_of_one_side_only(self):
        self.assertEqual(len(instructions.differences({"a": 1.0}, {"b": 1.0})), 2)

    def test_other_compilers_are_not_compared(self):
        table = {"compiler": "gcc 12.2.0", "instruction_set": "avx2", "optimized": True}
        self.assertEqual(instructions.why_not_comparable(table, dict(table)), "")
        for key, value in (("compiler", "gcc 12.3.0"), ("instruction_set", "baseline"), ("optimized", False)):
            self.assertIn(str(value), instructions.why_not_comparable(table, {**table, key: value}))


def entry(name, step, cpu, threads=1, infeasible=0.0):
    return {"name": f"{name}/iterations:1/manual_time", "agents": 1000, "threads": threads, "navigate_ns": 1.0, "bin_ns": 2.0,
            "solve_ns": 5.0, "move_ns": 2.0, "step_ns": step, "cpu_ns": cpu, "infeasible": infeasible, "bytes_per_agent": 164.0}


class Tables(unittest.TestCase):
    RESULTS = {"benchmarks": [entry("step/a/reference/1000", 900.0, 800.0), entry("step/a/cpu_1/1000", 20.0, 10.0),
                              entry("step/a/cpu_2/1000", 8.0, 16.0, threads=2), entry("step/a/cpu_1/4000", 30.0, 15.0),
                              {"name": "add/5", "real_time": 2.0, "cpu_time": 1.0, "time_unit": "ms", "item_ns": 7.0}]}

    def test_names_without_the_notes_of_the_library(self):
        self.assertEqual(tables.plain_name(self.RESULTS["benchmarks"][0]), "step/a/reference/1000")

    def test_processor_time_where_one_thread_works(self):
        self.assertEqual([tables.best_ns(e) for e in tables.measured_steps(self.RESULTS)], [800.0, 10.0, 8.0, 15.0])

    def test_efficiency(self):
        by_name = {tables.plain_name(e): e for e in tables.measured_steps(self.RESULTS)}
        self.assertEqual(tables.efficiency(by_name["step/a/cpu_2/1000"], by_name), 1.25)
        self.assertIsNone(tables.efficiency(by_name["step/a/cpu_1/1000"], by_name))

    def test_calls_and_steps_are_told_apart(self):
        self.assertIn("| add/5 | 2.00 |    1.00 |       7 |", tables.calls_table(self.RESULTS))
        self.assertNotIn("add/5", tables.steps_table(self.RESULTS))

    def test_curves(self):
        row = {"scene": "a", "agents": 10, "sides": {"throng_1": {}, "rvo2_native_1": {"cpu_ns": 7.0, "wall_ns": 9.0},
                                                     "rvo2_native_2": {"cpu_ns": 7.0, "wall_ns": 4.0}}}
        self.assertEqual(tables.curves({**self.RESULTS, "rvo2": {"rows": [row, {**row, "scene": "nowhere"}]}}),
                         {"a": {"reference": [(1000, 800.0)], "cpu_1": [(1000, 10.0), (4000, 15.0)], "cpu_2": [(1000, 8.0)],
                                "rvo2_native_1": [(10, 7.0)], "rvo2_native_2": [(10, 4.0)]}})

    def test_growth(self):
        text = figures.growth(self.RESULTS)
        self.assertIn("| ns per agent-step | 1,000 | 4,000 | most by least |", text)
        self.assertIn("| a, cpu_1          |    10 |    15 |          1.50 |", text)

    def test_times_as_fast_as_the_reference(self):
        self.assertEqual(figures.reference(self.RESULTS).splitlines(),
                         ["- a, 1,000 agents: `cpu_1` is 80 times as fast as `reference`",
                          "- a, 1,000 agents: `cpu_2` is 100 times as fast as `reference`"])

    def test_a_pass_beside_the_same_scene_without(self):
        with_pass = {**entry("contact/a_contact/cpu_1/1000", 40.0, 30.0), "move_ns": 18.0}
        text = figures.contact({"benchmarks": [entry("contact/a/cpu_1/1000", 30.0, 20.0), with_pass]})
        self.assertIn("| a_contact, cpu_1, 1,000 agents |   30 |                        18 |      1.50 |", text)
        self.assertIn("| a, cpu_1, 1,000 agents         |   20 |                         2 |      1.00 |", text)

    def test_pairs_of_bodies(self):
        def pairs(name, **of):
            return {"name": f"collide/{name}/manual_time", "overlapping": 0.42, **of}
        results = {"benchmarks": [pairs("box/given/cpu_1", pairs_per_s=6e7), pairs("box/given/cpu_2", pairs_per_s=1.1e8),
                                  pairs("box/given_with_points/cpu_1", pairs_per_s=4e7),
                                  pairs("box/given_with_points/reference", pairs_per_s=2.5e6),
                                  pairs("box/all_pairs/cpu_1/1000", item_ns=100.0), pairs("box/all_pairs/cpu_1/10000", item_ns=125.0)]}
        text = figures.pairs(results)
        self.assertIn("| box, state, depth, normal |  60.0 | 110.0 |           |                   |             42 |", text)
        self.assertIn("| box, with points          |  40.0 |       |      2.50 |                16 |             42 |", text)
        self.assertIn("| box, cpu_1  |   100 |    125 |          1.25 |", figures.growth_of_pairs(results))
        self.assertNotIn("collide", figures.calls(results))

    def test_what_the_results_have_not_is_said(self):
        for name, make in figures.ALL.items():
            if name != "machine":
                with self.assertRaises(figures.Missing):
                    make({"benchmarks": []} if name in ("growth", "layouts", "contact", "pairs", "growth_of_pairs") else {})


class Documents(unittest.TestCase):
    TEXT = "above\n<!-- figures instructions r.json -->\nold\n<!-- end of figures -->\nbelow\n"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "r.json").write_text(json.dumps({"compiler": "gcc 1", "instruction_set": "avx2",
                                                      "instructions_per_agent_step": {"uniform": 1234.4}}))

    def filled(self, text):
        return bench_figures.filled(text, self.root)

    def test_fills_between_the_marks_and_nothing_else(self):
        new = self.filled(self.TEXT)
        self.assertTrue(new.startswith("above\n<!-- figures instructions r.json -->\ngcc 1, avx2:\n"))
        self.assertIn("| uniform |                       1,234 |", new)
        self.assertTrue(new.endswith("<!-- end of figures -->\nbelow\n"))
        self.assertNotIn("old", new)
        self.assertEqual(self.filled(new), new)

    def test_a_changed_figure_is_noticed(self):
        new = self.filled(self.TEXT)
        self.assertNotEqual(self.filled(new.replace("1,234", "1,134")), new.replace("1,234", "1,134"))

    def test_bad_documents(self):
        for text in (self.TEXT.replace("<!-- end of figures -->\n", ""), self.TEXT.replace("instructions", "speed"),
                     self.TEXT.replace("r.json", "s.json"), self.TEXT.replace("instructions", "ratios"), "<!-- end of figures -->\n"):
            with self.assertRaises(bench_figures.BadDocument):
                self.filled(text)


@unittest.skipIf(quality is None, "Python has no package numpy (Debian: python3-numpy)")
class Quality(unittest.TestCase):
    def test_overlaps(self):
        positions = quality.numpy.array([[0.0, 0.0], [5.0, 0.0], [0.75, 0.0], [5.0, 0.99995], [0.5, 50.0], [1.0, 0.0]])
        pairs, deepest = quality.overlaps(positions, 0.5)
        self.assertEqual(pairs, 2)  # 0.00005 m is touching, 0 and 5 touch exactly
        self.assertAlmostEqual(deepest, 0.75)
        self.assertEqual(quality.overlaps(positions[:2], 0.5), (0, 0.0))

    def test_overlaps_are_those_of_all_pairs(self):
        positions = quality.numpy.random.default_rng(1).uniform(0.0, 10.0, (300, 2))
        brute = sum(0.6 - quality.numpy.linalg.norm(positions[i] - positions[j]) > 1e-4 for i in range(300) for j in range(i))
        self.assertEqual(quality.overlaps(positions, 0.3)[0], brute)
        self.assertGreater(brute, 0)

    def test_a_run(self):
        class Walker:  # takes what it is told, 1 s a step
            at = quality.numpy.array([[0.0, 0.0], [0.0, 5.0]])

            def positions(self):
                return self.at

            def prefer(self, velocities):
                self.velocities = velocities

            def step(self):
                self.at = self.at + self.velocities

        scene = quality.UnitSpeed([[0, 0], [0, 5]], [[3, 0], [6, 5]], 0.5, 0.25, 1.0, 20, {}, [])
        self.assertEqual(quality.run(scene, Walker()), {"arrived": 2, "median_arrival_s": 4.5, "all_at_goal_s": 6.0,
                                                        "overlapping_pairs": 0, "most_pairs_at_once": 0, "deepest_overlap_m": 0.0})
        scene.steps = 3
        self.assertEqual(quality.run(scene, Walker()), {"arrived": 1, "median_arrival_s": None, "all_at_goal_s": None,
                                                        "overlapping_pairs": 0, "most_pairs_at_once": 0, "deepest_overlap_m": 0.0})

    def test_summary_counts_what_never_came_as_longest(self):
        runs = [dict.fromkeys(quality.FIGURES, value) for value in (1, 4, 2)]
        runs[2]["all_at_goal_s"] = None
        found = quality.summary(runs)
        self.assertEqual(found["arrived"], {"median": 2, "range": [1, 4]})
        self.assertEqual(found["all_at_goal_s"], {"median": 4, "range": [1, None]})

    def test_verdicts(self):
        few, many = list(range(10)), list(range(100, 110))
        for figure, ours, theirs, worse in (("overlapping_pairs", many, few, "yes"), ("overlapping_pairs", few, many, "no"),
                                            ("arrived", few, many, "yes"), ("arrived", many, few, "no"),
                                            ("overlapping_pairs", [*few[1:], 10], few, "by chance"),
                                            ("all_at_goal_s", [None] * 10, few, "yes"), ("all_at_goal_s", [None] * 10, [None] * 10, "no")):
            with self.subTest(figure=figure, worse=worse):
                self.assertEqual(quality.verdict(figure, ours, theirs)["worse"], worse)

    def test_ranks_share_ties(self):
        self.assertEqual(quality.ranks([5, 1, 5, float("inf")]).tolist(), [2.5, 1.0, 2.5, 4.0])

    def test_chance_is_that_of_the_rank_sum_test(self):
        self.assertAlmostEqual(quality.chance_of_worse([4, 5, 6], [1, 2, 3]), 1 / 20, delta=0.01)
        self.assertAlmostEqual(quality.chance_of_worse([1, 2, 3], [4, 5, 6]), 1.0)

    def test_figures_that_are_not_the_recorded_ones(self):
        recorded = {"arrived": 100, "deepest_overlap_m": 0.5, "all_at_goal_s": 10.0}
        self.assertEqual(quality.apart_from_recorded({"arrived": 99, "deepest_overlap_m": 0.504, "all_at_goal_s": 10.0}, recorded), [])
        self.assertEqual(quality.apart_from_recorded({"arrived": 98, "deepest_overlap_m": 0.506, "all_at_goal_s": None}, recorded),
                         [*recorded])

    def test_scenes_meet_the_recordings(self):
        scene = quality.make_scene("circle", None, None)
        self.assertEqual((len(scene.start), scene.time_step, scene.steps), (250, 0.25, 4800))
        self.assertEqual(quality.make_scene("uniform_2000", None, None).steps, 600)
        self.assertEqual(quality.make_scene("uniform_2000", None, None).greatest_change, quality.PERTURBATION)
        self.assertEqual(quality.make_scene("uniform_2000_starts", None, None).greatest_change, quality.OTHER_STARTS)
        self.assertEqual(bench.QUALITY_SCENES, quality.SCENES)
        self.assertEqual({*json.loads((quality.DATA / "whole_runs.json").read_text())} - {*quality.SCENES}, set())
        with self.assertRaisesRegex(ValueError, "no scene 'square'; there are circle"):
            quality.make_scene("square", None, None)


if __name__ == "__main__":
    unittest.main()
