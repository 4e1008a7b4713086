# SPDX-License-Identifier: Apache-2.0
"""Tests the order of copies for inputs that arrive late, with a fake device."""

import mmap
import os
import sys
import unittest
from unittest import mock

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import devices  # noqa: E402
from loupe_worker.modeloperations import put_at, settle  # noqa: E402


class LateInputsTest(unittest.TestCase):
    def put(self, given, late_on):
        """Returns the values 1 and 2 as seen at the delay, and the values afterwards."""
        places = [torch.tensor([1.0]), torch.tensor([2.0])]
        seen = []

        def note(device):
            seen.append((device, [float(place) for place in places]))

        with mock.patch.object(devices, "delay", note):
            self.assertTrue(put_at(places, [torch.tensor([v]) for v in given], late_on))
        return seen, [float(place) for place in places]

    def test_every_copy_follows_the_delay(self):
        self.assertEqual(
            self.put([5.0, 6.0], "cuda:0"), ([("cuda:0", [1.0, 2.0])], [5.0, 6.0])
        )

    def test_no_delay_without_a_request_or_a_change(self):
        self.assertEqual(self.put([5.0, 6.0], None), ([], [5.0, 6.0]))
        self.assertEqual(self.put([1.0, 2.0], "cuda:0"), ([], [1.0, 2.0]))

    def test_mismatched_inputs_are_not_written(self):
        place = torch.zeros(2)
        self.assertFalse(put_at([place], [torch.ones(3)], "cuda:0"))
        self.assertEqual(place.tolist(), [0.0, 0.0])

    def test_private_memory_is_not_shared(self):
        descriptor = os.memfd_create("t")
        self.addCleanup(os.close, descriptor)
        os.pwrite(descriptor, bytes(2 * mmap.PAGESIZE), 0)
        memory = mmap.mmap(descriptor, 2 * mmap.PAGESIZE, access=mmap.ACCESS_COPY)
        value = torch.frombuffer(memory, dtype=torch.int32)
        self.assertEqual(int(value.sum()), 0)
        settle([value, torch.zeros(1).expand(3)])
        os.pwrite(descriptor, b"\1" * 2 * mmap.PAGESIZE, 0)
        self.assertEqual(int(value.sum()), 0)

    def test_processor_calls_are_not_delayed(self):
        devices.delay("cpu")


if __name__ == "__main__":
    unittest.main()
