# SPDX-License-Identifier: Apache-2.0
"""Tests that the result of a timed call is copied before its memory can change."""

import os
import sys
import tempfile
import unittest

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import layout, precision, recording  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402

MODEL = """
import torch

class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.out = torch.zeros(4)

    def forward(self, x):
        return torch.mul(x, 2, out=self.out)
"""


def operations(folder):
    made = Operations({"role": "subject", "device": "cpu", "threads": 1}, folder)
    made.perform({"do": "load", "source": MODEL, "file_name": "m.py"}, [])
    made.perform({"do": "construct", "class": "ModelNew"}, [])
    return made


class HeldTest(unittest.TestCase):
    def test_the_last_timed_result_survives_later_calls(self):
        with tempfile.TemporaryDirectory() as folder:
            made = operations(folder)
            made._args = [torch.ones(4)]
            made.perform({"do": "time", "calls": 3}, [])
            made.perform({"do": "hold_result", "held": 1}, [])
            made._args[0].fill_(5.0)
            made.perform({"do": "time", "calls": 1}, [])
            made.perform({"do": "hold_result", "held": 0}, [])
            made._args[0].fill_(6.0)
            made.perform({"do": "time", "calls": 1}, [])
            last = made.perform({"do": "last_result"}, [])[1]
            self.assertEqual(last.tolist(), [12.0] * 4)
            for held, expected in ((0, 10.0), (1, 2.0)):
                place = {"do": "last_result", "held": held, "places": [0.9]}
                answer, result, _ = made.perform(place, [])
                self.assertEqual(result.tolist(), [expected] * 4)
                self.assertEqual(bytes.fromhex(answer["glimpse"][0]),
                                 bytes(result[3:].view(torch.uint8).tolist()))  # fmt: skip

    def test_arguments_are_held_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            made = operations(folder)
            made._args = [torch.ones(4)]
            request = {"return_arguments": True}
            made.perform({"do": "time", "calls": 1, **request}, [])
            made.perform({"do": "hold_result", "held": 0, **request}, [])
            made._args[0].fill_(5.0)
            handed = made.perform({"do": "last_result", "held": 0, **request}, [])[1]
            self.assertEqual(handed["arguments"]["args"][0].tolist(), [1.0] * 4)

    def test_copies_are_complete_and_separate(self):
        weight = torch.nn.Parameter(torch.ones(2))
        value = {"a": (torch.ones(2, 3).t(), [weight]), "b": torch.ones(1).expand(3), "c": 7}
        copied = recording.held(value)
        value["a"][0].zero_()
        value["b"].untyped_storage().fill_(0)
        self.assertEqual(copied["a"][0].tolist(), torch.ones(3, 2).tolist())
        self.assertEqual(copied["a"][0].stride(), (1, 3))
        self.assertIs(type(copied["a"][1][0]), torch.nn.Parameter)
        self.assertEqual((copied["b"].tolist(), copied["b"].stride()), ([1.0] * 3, (0,)))
        self.assertEqual(copied["c"], 7)

    def test_lazy_results_are_not_copied(self):
        class Lazy(torch.Tensor):
            pass

        lazy = torch.ones(2).as_subclass(Lazy)
        self.assertIs(recording.held([lazy])[0], lazy)


class LayoutTest(unittest.TestCase):
    def test_a_buffer_that_is_returned_again(self):
        x, out = torch.ones(4), torch.ones(4)
        self.assertTrue(layout.reuses(out[1:], out[:2], [x]))
        self.assertFalse(layout.reuses(out.clone(), out, [x]))
        self.assertFalse(layout.reuses(x[1:], x[:2], [x]), "a view of an input is no buffer")
        self.assertFalse(layout.reuses(out, None, [x]))

    def test_the_part_of_an_input_that_a_result_is(self):
        whole = torch.arange(24.0).view(4, 6)
        x = whole[1:]
        view = layout.of(x.t()[::2], [torch.ones(1), x])[0]
        self.assertEqual(view["alias"], 1)
        other = (torch.arange(24.0).view(4, 6) * 10)[1:]
        self.assertEqual(layout.viewed(other, view["view"]).tolist(), other.t()[::2].tolist())
        self.assertIsNone(layout.of(x.clone(), [x])[0]["view"])
        self.assertIsNone(layout.of(x.view(torch.int32), [x])[0]["view"])


class CancellationTest(unittest.TestCase):
    def test_cancellation_has_the_error_of_its_rounding(self):
        class Mean(torch.nn.Module):
            def forward(self, x):
                return (x - x.mean()).mean()

        x = torch.randn(4096, generator=torch.Generator().manual_seed(1))
        limits = precision.Limits(1 << 30)
        errors = precision.repeated(Mean(), [x], {}, Mean()(x), limits).errors
        step = 2.0**-23 * float(x.abs().max())
        self.assertAlmostEqual(errors["float32"], step)
        # If the result is not mere rounding, the error itself counts.
        errors = precision.repeated(torch.nn.Identity(), [x], {}, x + 1e-6, limits).errors
        self.assertGreater(errors["float32"], 5e-7)
        self.assertLess(errors["float32"], 2e-6)
        with self.assertRaises(precision.Unsuitable):
            precision.repeated(Mean(), [x], {}, Mean()(x) + 1e-3, limits)


if __name__ == "__main__":
    unittest.main()
