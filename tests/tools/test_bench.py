#!/usr/bin/env python3
"""tools/bench.py and its parts compute and compare rightly. Needs no benchmark to run, no RVO2 and no network."""
import pathlib
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from bench_parts import LeftOut, driven, environment, instructions, ratio, rvo2_build  # noqa: E402


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
                              "rvo2_native_2": side(12.0, 99.0)})
        self.assertEqual(found["package"], 10.0)
        self.assertEqual(found["native_2_threads"], 6.0)
        self.assertEqual(found["threads"], 3.5)
        self.assertNotIn("native", found)
        self.assertNotIn("reference", found)

    def test_commands_leave_out_builds_that_are_not_there(self):
        row = ratio.Row("uniform", 10, 1, 1, 1)
        self.assertEqual({*ratio.commands(row, "f", "p", "python", {"package": "lib"})}, {"throng_1", "throng_2", "rvo2_package_1"})
        both = ratio.commands(row._replace(reference=True), "f", "p", "python", {"package": "a", "native": "b"})
        self.assertEqual({*both} - {"throng_1", "throng_2"}, {"rvo2_package_1", "rvo2_native_1", "rvo2_native_2", "reference"})
        self.assertEqual(both["rvo2_native_2"][1]["OMP_NUM_THREADS"], "2")
        self.assertEqual(both["rvo2_native_2"][1]["LD_PRELOAD"], "b")


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
        self.assertEqual(instructions.per_agent_step((1500, 10), (5500, 30)), 200.0)

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


if __name__ == "__main__":
    unittest.main()
