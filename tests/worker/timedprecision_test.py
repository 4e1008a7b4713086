# SPDX-License-Identifier: Apache-2.0
"""Tests the error, per tensor, of a reference that computes differently when it is timed, as with
TF32. A switch of torch stands in for a GPU's TF32."""

import math
import os
import sys
import tempfile
import unittest
from unittest import mock

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import devices, precision  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402

MODEL = """
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x):
        self.calls += 1
        off = 0.25 if torch.backends.cudnn.allow_tf32 else 0.0
        return [x * 2 + off, x * 3]
"""


class OffFromFloat64Test(unittest.TestCase):
    """The error against the float64 form must not depend on the chunk size."""

    def error(self, right, own, at_once):
        with mock.patch.object(precision, "_AT_ONCE", at_once):
            return precision._errors({"a": right}, {"a": own})

    def test_the_largest_error_by_type(self):
        right = torch.tensor([1.0, -200.0, 3.0, math.inf, 5.0], dtype=torch.float64)
        own = right.to(torch.float32) + torch.tensor([0.0, 0.0, 0.25, 0.0, -0.125])
        for at_once in (1, 2, 3, 1 << 24):
            self.assertEqual(self.error(right, own, at_once), {"float32": 0.25})

    def test_another_computation_is_not_compared(self):
        right = torch.linspace(1.0, 9.0, 9, dtype=torch.float64)
        far, infinite = right.to(torch.float32), right.to(torch.float32)
        far[7] += 1.0
        infinite[7] = math.inf
        for at_once in (1, 4, 1 << 24):
            with self.assertRaisesRegex(precision.Unsuitable, "more than 1 %"):
                self.error(right, far, at_once)
            with self.assertRaisesRegex(precision.Unsuitable, "not finite"):
                self.error(right, infinite, at_once)


class ErrorsTest(unittest.TestCase):
    def errors(self, expected, plain, timed, at_once=1 << 24):
        with mock.patch.object(precision, "_AT_ONCE", at_once):
            return precision.errors_as_timed(expected, plain, timed)

    def test_root_mean_square_and_largest_of_each_tensor(self):
        right = torch.tensor([1.0, 2.0, 3.0, 4.0])
        off = right + torch.tensor([0.0, 0.5, 0.0, -1.0])
        for at_once in (1, 3, 1 << 24):
            found = self.errors({"a": [right]}, {"a": [right]}, {"a": [off]}, at_once)
            self.assertEqual(found, {"result['a'][0]": [math.sqrt(1.25 / 4), 1.0]})

    def test_equal_bits_have_no_error(self):
        right = torch.rand(5)
        rounded = right + 1e-3
        self.assertEqual(self.errors(right, rounded, rounded.clone()), {})

    def test_non_finite_and_integer_results_excuse_nothing(self):
        right = torch.ones(3)
        self.assertEqual(self.errors(right, right, torch.tensor([1.0, 1.0, math.inf])), {})
        self.assertEqual(self.errors(right, right, torch.tensor([1.0, 1.0, math.nan])), {})
        self.assertEqual(self.errors(right, right, torch.ones(4)), {})
        whole = torch.ones(3, dtype=torch.int64)
        self.assertEqual(self.errors(whole, whole, whole + 1), {})
        self.assertEqual(self.errors(torch.ones(0), torch.ones(0), torch.ones(0)), {})

    def test_a_non_finite_expectation_excuses_nothing(self):
        right = torch.tensor([math.inf, 1.0])
        off = torch.tensor([math.inf, 1.5])
        self.assertEqual(self.errors(right, right, off), {})


class OperationTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.operations = Operations(
            {"role": "oracle", "device": "cpu", "threads": 1}, folder.name
        )
        before = devices.may_use_tf32()
        self.addCleanup(lambda: devices.allow_tf32(before))
        self.ask("load", source=MODEL, file_name="m.py")
        self.ask("construct", **{"class": "Model", "seed": 1, "tf32": False})
        self.operations._args = [torch.tensor([1.0, 2.0])]

    def ask(self, do, **rest):
        return self.operations.perform({"do": do, **rest}, [])[0]

    def test_repeats_the_last_call_with_tf32(self):
        self.ask("forward", grad=False)
        self.assertEqual(self.ask("as_timed"), {"errors": {"result[0]": [0.25, 0.25]}})
        self.assertFalse(devices.may_use_tf32())
        self.assertEqual(self.operations._object.calls.item(), 1, "a call is not counted twice")

    def test_compares_with_float64_on_request(self):
        self.ask("forward", grad=False)
        self.ask("exact", most_bytes=1 << 30)
        self.operations._exact = [each + 0.75 for each in self.operations._exact]
        self.assertEqual(self.ask("as_timed"), {"errors": {"result[0]": [0.5, 0.5]}})
        self.ask("forward", grad=False)
        self.assertIsNone(self.operations._exact, "it was of the call before")


class WithoutCudnnTest(unittest.TestCase):
    """cuDNN's transposed float64 convolutions are slow. torch's own need more memory."""

    def doubled(self, layer, has_room):
        seen = []

        class Model(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = layer

            def forward(self, x):
                seen.append(torch.backends.cudnn.enabled)
                if not torch.backends.cudnn.enabled and not has_room:
                    raise torch.cuda.OutOfMemoryError("CUDA out of memory: none is left")
                return self.layer(x)

        model, value = Model(), torch.rand(1, 2, 5)
        before = torch.backends.cudnn.enabled
        found = precision.in_float64(model, [value], {}, model(value), precision.Limits(1 << 30))
        self.assertEqual(torch.backends.cudnn.enabled, before)
        self.assertTrue(torch.allclose(found, layer(value)))
        return seen[1:]

    def test_only_transposed_convolutions_avoid_cudnn(self):
        self.assertEqual(self.doubled(torch.nn.ConvTranspose1d(2, 3, 3), True), [False])
        self.assertEqual(self.doubled(torch.nn.Conv1d(2, 3, 3), True), [True])

    def test_uses_cudnn_if_memory_is_short(self):
        self.assertEqual(self.doubled(torch.nn.ConvTranspose1d(2, 3, 3), False), [False, True])


if __name__ == "__main__":
    unittest.main()
