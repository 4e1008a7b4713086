# SPDX-License-Identifier: Apache-2.0
"""Tests how new inputs come to the addresses of earlier ones, and the order of copies for inputs
that arrive late, with a fake device."""

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

from loupe_worker import baselines, devices, tensors  # noqa: E402
from loupe_worker.modeloperations import put_at  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402
from loupe_worker.values import Encoder  # noqa: E402


class SamePlaceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.child = Operations({"role": "subject", "device": "cpu", "threads": 1}, folder.name)
        source = "def f(x, times):\n    return x * times\n"
        self.child.perform({"do": "load", "source": source, "file_name": "t.py"}, [])

    def result_of(self, given):
        encoder = Encoder()
        request = {"do": "forward", "function": "f", "place": "same", "value": encoder.encode(given)}
        request["tensors"], descriptor = tensors.write(encoder.tensors)
        try:
            return self.child.perform(request, [descriptor])[1].tolist()
        finally:
            os.close(descriptor)

    def test_a_number_beside_a_tensor_that_stays_is_the_new_one(self):
        self.assertEqual(self.result_of([torch.ones(2), 3]), [3, 3])
        held = self.child._args[0]
        self.assertEqual(self.result_of([torch.full((2,), 2.0), 5]), [10, 10])
        self.assertIs(self.child._args[0], held)


class GraphInputsTest(unittest.TestCase):
    def test_expanded_inputs_are_copied_once(self):
        own = torch.zeros(3, 1).expand(3, 4)
        baselines.refill(own, torch.ones(3, 1).expand(3, 4))
        self.assertEqual(own.tolist(), torch.ones(3, 4).tolist())

    def test_other_strides_of_the_same_shape_fit(self):
        own = torch.zeros(2, 3)
        baselines.refill(own, torch.arange(6).view(3, 2).t())
        self.assertEqual(own.tolist(), [[0, 2, 4], [1, 3, 5]])


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

    def test_processor_calls_are_not_delayed(self):
        devices.delay("cpu")


if __name__ == "__main__":
    unittest.main()
