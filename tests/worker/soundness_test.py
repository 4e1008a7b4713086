# SPDX-License-Identifier: Apache-2.0
"""What agrees by chance between two draws is asked of further ones: by hand-made draws."""

import os
import sys
import unittest

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker.closeness import Closeness  # noqa: E402
from loupe_worker.soundness import Subject  # noqa: E402


def draw(value):
    return [torch.tensor([value]), torch.tensor([2.0])], {}


def observed(values, further):
    """Of a sum: `values` are the first inputs of the draws."""
    closeness = Closeness({"float32": [0.01, 0.0]}, False)
    made = [lambda value=value: draw(value) for value in further]
    subject = Subject(lambda a, b: a + b, [draw(v) for v in values], made, closeness, 1, 1 << 20)
    return subject.observed(10.0)


class SoundnessTest(unittest.TestCase):
    def test_a_result_that_agreed_by_chance_is_no_constant(self):
        facts = observed([1.0, 1.001, 1.002], [5.0])
        self.assertEqual(facts["mean_within"], 0.0)
        self.assertEqual(facts["other_draw_within"], 0.0)
        self.assertEqual(facts["inputs"], [{"name": "input 1", "within": 0.0}])

    def test_a_result_that_always_agrees_is_one(self):
        facts = observed([1.0, 1.001, 1.002], [1.003, 0.999])
        self.assertEqual(facts["mean_within"], 1.0)
        self.assertEqual(facts["other_draw_within"], 1.0)
        self.assertEqual(facts["inputs"], [{"name": "input 1", "within": 1.0}])

    def test_draws_that_differ_need_no_further_ones(self):
        def never():
            raise AssertionError("nobody needs it")

        closeness = Closeness({"float32": [0.01, 0.0]}, False)
        draws = [draw(v) for v in (1.0, 2.0, 3.0)]
        subject = Subject(lambda a, b: a + b, draws, [never], closeness, 1, 1 << 20)
        self.assertEqual(subject.observed(10.0)["mean_within"], 0.0)


if __name__ == "__main__":
    unittest.main()
