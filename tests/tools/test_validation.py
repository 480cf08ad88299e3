"""tools/validation.py: criteria fail where they should, and a criterion that could never fail is refused."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import validation  # noqa: E402

SCENE = pathlib.Path("scene.json")
RUN = {"stats": {"arrived": 9, "wall_crossings": 0}, "measure": {"outside": {"places": 0}},
       "lines": [{"of": {"1": (1.0, True), "2": (2.0, True), "3": (3.0, True)}}, {"of": {"1": (5.0, True), "2": (4.0, True)}}]}


def judged(criterion: dict, runs: list) -> dict:
    case = {"name": "case", "seeds": len(runs), "scenes": {"run": {"scene": SCENE}}, "criteria": [{"quantity": "q", **criterion}]}
    return validation.evaluated(case, {(SCENE, seed): run for seed, run in enumerate(runs, 1)})["criteria"][0]


class Criteria(unittest.TestCase):
    def test_limits(self):
        for limits, met in (({"least": 9}, True), ({"most": 9}, True), ({"least": 10}, False), ({"most": 8}, False), ({}, True)):
            self.assertEqual(judged({"value": "run/stats/arrived", **limits}, [RUN])["met"], met, limits)

    def test_every_seed_counts(self):
        worse = {**RUN, "stats": {**RUN["stats"], "arrived": 8}}
        self.assertFalse(judged({"value": "run/stats/arrived", "least": 9}, [RUN, worse])["met"])

    def test_no_number_meets_nothing(self):
        self.assertFalse(validation.is_met({"least": 0}, [float("nan")]))
        self.assertFalse(validation.is_met({"most": 0}, [float("nan")]))

    def test_speeds_are_of_those_who_pass_both_lines(self):
        for take, wanted in (("mean", 3.75), ("least", 2.5), ("most", 5.0), ("deviation", 1.25), ("count", 2)):
            speed = {"from": "run/lines/0", "to": "run/lines/1", "distance": 10, "take": take}
            self.assertEqual(judged({"speed": speed}, [RUN])["values"], [wanted], take)

    def test_what_is_not_there_is_no_success(self):
        with self.assertRaises(validation.BadCase):
            judged({"value": "run/stats/left", "least": 0}, [RUN])

    def test_nobody_may_leave_the_area_in_any_case(self):
        for change in ({"stats": {**RUN["stats"], "wall_crossings": 1}}, {"measure": {"outside": {"places": 3}}}):
            with self.assertRaises(validation.BadCase):
                judged({"value": "run/stats/arrived", "least": 1}, [{**RUN, **change}])

    def test_misspelled_limits_are_refused(self):
        for criterion in ({"value": "a", "leest": 1}, {"least": 1}, {"value": "a", "ratio": ["a", "b"]}):
            with self.assertRaises(validation.BadCase):
                validation.check_criterion("case", {"quantity": "q", **criterion})
        self.assertGreater(len(validation.rimea_cases()), 10)


if __name__ == "__main__":
    unittest.main()
