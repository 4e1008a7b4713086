# SPDX-License-Identifier: Apache-2.0
"""Tests calls that another process cannot repeat, because they draw random numbers or get
addresses. Also tests that devices keep their names."""

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

from loupe_worker.recording import CallLog, Recorder  # noqa: E402
from loupe_worker.values import Decoder, Encoder  # noqa: E402


class UnrepeatableCallsTest(unittest.TestCase):
    def repeatable(self, function, *args):
        """Returns the answers of both recorders, that for one function and that for several."""
        recorder, log = Recorder(function, "cpu"), CallLog(1 << 20)
        recorder(*args)
        log.watch("f", function, True)(*args)
        return [recorder.calls[0].repeatable, log.calls[0].repeatable]

    def test_random_calls_are_not_repeatable(self):
        recorder = Recorder(torch.nn.functional.dropout, "cpu")
        recorder(torch.ones(8), 0.5, True)
        recorder(torch.ones(8), 0.5, False)
        self.assertEqual([call.repeatable for call in recorder.calls], [False, True])

    def test_calls_with_addresses_are_not_repeatable(self):
        # Small tensors may lie in the interpreter's heap, whose addresses are as small as ordinary
        # numbers.
        tensors = [torch.empty(1 << 24), torch.empty(1 << 24)]
        places = torch.tensor([each.data_ptr() for each in tensors])
        self.assertEqual(self.repeatable(torch.numel, places), [False, False])

    def test_other_integers_are_not_addresses(self):
        for numbers in ([], [0, 1], [-(1 << 41), 1 << 41], [1 << 41, 5], [(1 << 62) + 1]):
            given = torch.tensor(numbers, dtype=torch.int64)
            self.assertEqual(self.repeatable(torch.numel, given), [True, True], numbers)
        self.assertEqual(self.repeatable(torch.numel, torch.full((2, 2), 1 << 41)), [True, True])


class DevicesTest(unittest.TestCase):
    def through(self, device, own):
        return Decoder([], own).decode(Encoder().encode(torch.device(device)))

    def test_a_device_without_a_number_stays_without(self):
        self.assertEqual(self.through("cuda", "cuda:0"), torch.device("cuda"))
        self.assertEqual(self.through("cuda:0", "cuda:0"), torch.device("cuda:0"))

    def test_a_processor_stays_and_other_devices_are_replaced(self):
        self.assertEqual(self.through("cpu", "cuda:0"), torch.device("cpu"))
        self.assertEqual(self.through("cuda:1", "cpu"), torch.device("cpu"))


if __name__ == "__main__":
    unittest.main()
