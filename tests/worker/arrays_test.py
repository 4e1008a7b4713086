# SPDX-License-Identifier: Apache-2.0
"""Tests that arrays of jax become tensors with the same values on the same device."""

import os
import sys
import unittest

try:
    import jax
    import torch
except ModuleNotFoundError:
    print("torch or jax is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import arrays  # noqa: E402

TYPES = (torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.int8, torch.bool)


class Elsewhere:
    """An array that says where it is, and nothing else."""

    def __init__(self, platform, number):
        self._device = type("Device", (), {"platform": platform, "local_hardware_id": number})

    def devices(self):
        return {self._device}


class ArraysTest(unittest.TestCase):
    def test_values_and_types_come_back(self):
        for kind in TYPES:
            tensor = torch.tensor([[0, 1, 1], [1, 0, 3]]).to(kind)
            for back in (arrays.from_jax, arrays.viewed):
                found = back(arrays.to_jax(tensor))
                self.assertEqual(found.dtype, kind)
                self.assertTrue(torch.equal(found, tensor), kind)

    def test_a_copy_has_memory_of_its_own(self):
        array = jax.numpy.arange(4.0)
        own = arrays.from_jax(array)
        own[0] = 7
        self.assertEqual(array[0], 0)
        self.assertEqual(arrays.viewed(array).data_ptr(), array.unsafe_buffer_pointer())

    def test_lists_and_dicts_keep_their_form(self):
        found = arrays.from_jax({"a": [jax.numpy.ones(2), 3], "b": (jax.numpy.zeros(1), "c")})
        self.assertEqual(found["a"][0].tolist(), [1, 1])
        self.assertEqual(found["a"][1], 3)
        self.assertEqual(type(found["b"]), tuple)
        self.assertEqual(found["b"][1], "c")

    def test_a_copy_without_dlpack_goes_to_the_device_of_its_array(self):
        self.assertEqual(arrays._device(Elsewhere("cpu", 0)), "cpu")
        self.assertEqual(arrays._device(Elsewhere("gpu", 1)), "cuda:1")


if __name__ == "__main__":
    unittest.main()
