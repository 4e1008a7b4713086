# SPDX-License-Identifier: Apache-2.0
"""Tests arguments that grow in a call, as with PyTorch's `out=` of another shape. They are recorded
as such, and a candidate gets memory that can grow."""

import os
import sys
import unittest
import warnings

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker.guards import Guards  # noqa: E402
from loupe_worker.recording import CallLog, Recorder  # noqa: E402
from loupe_worker.values import Decoder, Encoder  # noqa: E402

MEAN = 1


def soft_margin_loss(values, target, reduction, *, out):
    """PyTorch writes every element's loss into `out` before it takes their mean."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.ops.aten.soft_margin_loss.out(values, target, reduction, out=out)


class GrowingArgumentsTest(unittest.TestCase):
    def setUp(self):
        self.values, self.target = torch.rand(40), torch.ones(40)

    def grows(self, function, *args, **kwargs):
        """Returns the answers of both recorders, that for one function and that for several."""
        recorder, log = Recorder(function), CallLog(1 << 20)
        for call in (recorder, log.watch("loss", function, True)):
            call(*args, **{name: make() for name, make in kwargs.items()})
        return [recorder.calls[0].grows, log.calls[0].grows]

    def test_records_calls_that_grow_an_argument(self):
        loss = soft_margin_loss, self.values, self.target
        self.assertEqual(self.grows(*loss, MEAN, out=lambda: torch.empty(())), [True, True])

    def test_does_not_record_calls_that_only_write(self):
        loss = soft_margin_loss, self.values, self.target
        self.assertEqual(self.grows(*loss, 0, out=lambda: torch.empty(40)), [False, False])
        self.assertEqual(self.grows(torch.Tensor.t_, torch.rand(3, 4)), [False, False])

    def given(self, guards, may_grow):
        """Returns the arguments as in a candidate's process: received memory cannot grow."""
        encoder = Encoder()
        json = encoder.encode({"args": [self.values, self.target], "out": torch.zeros(())})
        received = [
            torch.frombuffer(bytearray(each.reshape(-1).view(torch.uint8).tolist()), dtype=each.dtype)
            .reshape(each.shape)
            for each in encoder.tensors
        ]  # fmt: skip
        value = Decoder(received, "cpu", guards, may_grow).decode(json)
        return soft_margin_loss(*value["args"], MEAN, out=value["out"])

    def test_growable_memory_grows(self):
        expected = soft_margin_loss(self.values, self.target, MEAN, out=torch.empty(()))
        self.assertEqual(float(self.given(None, True)), float(expected))

    def test_other_memory_does_not_grow(self):
        for guards in (Guards(), None):
            with self.assertRaisesRegex(RuntimeError, "resiz"):
                self.given(guards, False)


if __name__ == "__main__":
    unittest.main()
