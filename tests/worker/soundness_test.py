# SPDX-License-Identifier: Apache-2.0
"""Tests, with hand-made draws, that agreement by chance between two draws is checked on further
ones."""

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
from loupe_worker.precision import Limits  # noqa: E402
from loupe_worker.soundness import Subject  # noqa: E402


def draw(value):
    return [torch.tensor([value]), torch.tensor([2.0])], {}


def observed(values, further):
    """Observes a sum. `values` are the first inputs of the draws."""
    closeness = Closeness({"float32": [0.01, 0.0]}, False)
    made = [lambda value=value: draw(value) for value in further]
    subject = Subject(lambda a, b: a + b, [draw(v) for v in values], made, closeness, 1, Limits(1 << 20))
    return subject.observed(10.0)


class SoundnessTest(unittest.TestCase):
    def test_a_chance_agreement_is_not_constant(self):
        facts = observed([1.0, 1.001, 1.002], [5.0])
        self.assertEqual(facts["mean_within"], 0.0)
        self.assertEqual(facts["other_draw_within"], 0.0)
        self.assertEqual(facts["inputs"], [{"name": "input 1", "within": 0.0}])

    def test_a_result_that_always_agrees_is_constant(self):
        facts = observed([1.0, 1.001, 1.002], [1.003, 0.999])
        self.assertEqual(facts["mean_within"], 1.0)
        self.assertEqual(facts["other_draw_within"], 1.0)
        self.assertEqual(facts["inputs"], [{"name": "input 1", "within": 1.0}])

    def test_different_draws_end_the_check(self):
        def never():
            raise AssertionError("nobody needs it")

        closeness = Closeness({"float32": [0.01, 0.0]}, False)
        draws = [draw(v) for v in (1.0, 2.0, 3.0)]
        subject = Subject(lambda a, b: a + b, draws, [never], closeness, 1, Limits(1 << 20))
        self.assertEqual(subject.observed(10.0)["mean_within"], 0.0)


class Rough(torch.nn.Module):
    """Simulates TF32 of a GPU, or with `always` a module that is also imprecise without it."""

    def __init__(self, always: bool) -> None:
        super().__init__()
        self.always = always

    def forward(self, x):
        is_rough = self.always or torch.backends.cudnn.allow_tf32
        return x.half().to(x.dtype) if is_rough and x.dtype == torch.float32 else x


class ExactTest(unittest.TestCase):
    def exact(self, module):
        made = [([torch.rand(64)], {}) for _ in range(2)]
        closeness = Closeness({"float32": [1e-6, 0.0]}, False)
        facts = Subject(module, made, [], closeness, 1, Limits(1 << 20)).observed(10.0)
        return facts["exact_within"], facts.get("exact_without_tf32_within")

    def test_distinguishes_tf32_from_imprecise_references(self):
        self.assertTrue(torch.backends.cudnn.allow_tf32)
        within, without = self.exact(Rough(always=False))
        self.assertLess(within, 1.0)
        self.assertEqual(without, 1.0)
        self.assertLess(self.exact(Rough(always=True))[1], 1.0)
        self.assertEqual(self.exact(torch.nn.ReLU()), (1.0, None))
        self.assertTrue(torch.backends.cudnn.allow_tf32)


if __name__ == "__main__":
    unittest.main()
