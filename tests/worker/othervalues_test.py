# SPDX-License-Identifier: Apache-2.0
"""Tests other values for a recorded call: what changes, what stays, and calls without any. Also
tests the call on them at the old addresses, and its sampled result."""

import ctypes
import mmap
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

from loupe_worker import othervalues, tensors  # noqa: E402
from loupe_worker.failures import Failure  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402
from loupe_worker.values import Encoder, glimpse  # noqa: E402

INTEGERS = "none of its inputs is a floating tensor"


def other(value, seed=7):
    made, cannot = othervalues.made(value, seed)
    assert not cannot, cannot
    return made


class OtherValuesTest(unittest.TestCase):
    def test_every_element_changes_within_its_range(self):
        for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.float8_e4m3fn):
            value = (torch.rand(40, 30) + 0.5).to(dtype)
            ratio = other([value])[0].to(torch.float64) / value.to(torch.float64)
            self.assertTrue(bool((ratio > 0.45).all()) and bool((ratio <= 1).all()), dtype)
            self.assertGreater(len(ratio.unique()), 3, "no factor for all of them")
            self.assertEqual(other([value])[0].dtype, dtype)

    def test_they_follow_from_the_seed_alone(self):
        value = [torch.randn(5, 4)]
        kept = value[0].clone()
        self.assertTrue(torch.equal(other(value, 1)[0], other(value, 1)[0]))
        self.assertFalse(torch.equal(other(value, 1)[0], other(value, 2)[0]))
        self.assertTrue(torch.equal(value[0], kept))

    def test_signs_zeros_and_non_finite_values_stay(self):
        value = torch.tensor([[-1.5, 0.0, float("inf")], [2.0, -float("inf"), float("nan")]])
        made = other([value])[0]
        self.assertTrue(torch.equal(made.sign()[:, :2], value.sign()[:, :2]))
        self.assertTrue(torch.equal(made.isinf(), value.isinf()))
        self.assertTrue(torch.equal(made.isnan(), value.isnan()))

    def test_matrices_stay_solvable(self):
        half = torch.randn(3, 6, 6)
        value = half @ half.transpose(1, 2) + torch.eye(6)
        value = (value + value.transpose(1, 2)) / 2
        made = other([value])[0]
        self.assertTrue(torch.equal(made, made.transpose(1, 2)))
        self.assertTrue(bool((torch.linalg.eigvalsh(made) > 0).all()))
        self.assertEqual(float(other([half.tril()])[0].triu(1).abs().sum()), 0)

    def test_a_row_in_order_stays_in_order(self):
        borders = torch.linspace(-2, 3, 9)
        made = other([borders])[0]
        self.assertTrue(bool((made.diff() > 0).all()))
        self.assertFalse(torch.equal(made, borders))

    def test_integers_numbers_and_masks_stay_with_other_inputs(self):
        mask = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
        given = {"args": [torch.rand(2, 2), torch.arange(4), mask, 2.5], "kwargs": {"p": "text"}}
        args = other(given)["args"]
        self.assertTrue(torch.equal(args[1], given["args"][1]))
        self.assertTrue(torch.equal(args[2], mask))
        self.assertEqual((args[3], other(given)["kwargs"]), (2.5, {"p": "text"}))
        self.assertFalse(torch.equal(other([mask])[0], mask), "alone it is what there is")

    def test_shared_objects_and_strides_are_kept(self):
        value = torch.rand(4, 6).t()
        wide = torch.rand(1, 5).expand(3, 5)
        made = other([value, value, wide])
        self.assertIs(made[0], made[1])
        self.assertEqual((made[0].stride(), made[2].stride()), (value.stride(), wide.stride()))
        self.assertTrue(torch.equal(made[2][0], made[2][2]))

    def test_reports_why_there_are_none(self):
        self.assertEqual(othervalues.made([torch.arange(3), 1.5], 1), (None, INTEGERS))
        made, why = othervalues.made([torch.zeros(3)], 1)
        self.assertEqual((made, why), (None, "its inputs are zero, or not finite"))


class TimedFunctionTest(unittest.TestCase):
    """A child that gets other values at the same addresses."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        settings = {"role": "oracle", "device": "cpu", "threads": 1}
        self.child = Operations(settings, folder.name)
        source = (
            "import torch\nseen = []\n"
            "def double_(x, scale=None):\n"
            "    seen.append((x.data_ptr(), scale.data_ptr()))\n"
            "    x.mul_(2).mul_(scale)\n"
            "def places():\n    return seen\n"
            "def as_array(x, scale=None):\n    return (x * scale).numpy()\n"
        )
        self.ask({"do": "load", "source": source, "file_name": "t.py"})

    def ask(self, request, value=None):
        if value is None:
            return self.child.perform(request, [])
        encoder = Encoder()
        request = request | {"value": encoder.encode(value)}
        request["tensors"], descriptor = tensors.write(encoder.tensors)
        try:
            return self.child.perform(request, [descriptor])
        finally:
            os.close(descriptor)

    def given(self):
        return {"args": [torch.full((3, 2), 1.5)], "kwargs": {"scale": torch.full((2,), 3.0)}}

    def test_a_function_that_writes_its_input_is_called_on_them(self):
        given = self.given()
        call = {"do": "time", "function": "double_", "method": "host", "return_arguments": True}
        self.ask({"do": "give", "function": "double_"}, given)
        self.ask(call | {"calls": 2})
        changed = self.ask({"do": "other_values", "seed": 3}, given)[1]
        self.ask({"do": "give", "function": "double_"}, given)
        self.ask(call | {"calls": 1})
        self.ask({"do": "time", "calls": 0, "place": "same"}, changed)
        answer = self.ask(call | {"calls": 1, "places": [0.0, 0.9]})[0]
        last = {"do": "last_result", "return_arguments": True}
        kept = self.ask(last)[1]
        self.assertIsNone(kept["result"])
        expected = changed["args"][0] * 2 * changed["kwargs"]["scale"]
        self.assertTrue(torch.equal(kept["arguments"]["args"][0], expected))
        self.assertEqual(
            answer["glimpse"],
            [bytes(each.reshape(1).view(torch.uint8).tolist()).hex()
             for each in (expected[0, 0], expected[2, 1])],
            "nothing was returned: the argument is what is looked at",
        )  # fmt: skip
        seen = self.child._module.seen
        self.assertEqual(seen[-1], seen[-2], "the call before was given the same memory")

    def test_samples_the_result_before_its_arguments(self):
        array = (torch.arange(4.0) + 1).numpy()
        value = {"result": array, "arguments": {"args": [torch.zeros(9)], "kwargs": {}}}
        self.assertEqual(glimpse(value, [0.0]), ["0000803f"])
        self.assertEqual(glimpse([torch.zeros(0), None, torch.ones(1)], [0.5]), ["0000803f"])
        self.assertEqual(glimpse([3, "text"], [0.5]), [])

    def test_does_not_touch_protected_memory(self):
        memory = mmap.mmap(-1, 2 * mmap.PAGESIZE)
        value = torch.frombuffer(memory, dtype=torch.float32)
        value.fill_(1)
        protect = ctypes.CDLL(None).mprotect
        protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        self.assertEqual(protect(value.data_ptr() + mmap.PAGESIZE, mmap.PAGESIZE, 0), 0)
        self.assertEqual(glimpse(value, [0.1]), ["0000803f"])
        with self.assertRaisesRegex(Failure, "a tensor's data cannot be read: Bad address"):
            glimpse(value, [0.1, 0.9])


if __name__ == "__main__":
    unittest.main()
