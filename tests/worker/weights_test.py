# SPDX-License-Identifier: Apache-2.0
"""Tests which weights the strict rules change."""

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

from loupe_worker import weights  # noqa: E402


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.slope = torch.nn.Parameter(torch.tensor([0.25]))
        self.gain = torch.nn.Parameter(torch.ones(()))
        self.norm = torch.nn.BatchNorm1d(4)
        self.same_gain = self.gain
        self.register_buffer("root", torch.tensor(2.0).sqrt())


class Randomised(unittest.TestCase):
    def test_parameters_of_one_element_are_weights_and_buffers_are_constants(self):
        module = Scaled()
        found = weights.randomisable(module)
        norm = ["norm.weight", "norm.bias", "norm.running_mean", "norm.running_var"]
        self.assertEqual(sorted(found), sorted(["slope", "gain", *norm]))
        weights.randomise(found["slope"], 7)
        self.assertNotEqual(module.slope.item(), 0.25)
        self.assertGreater(module.slope.item(), 0.0)
        weights.randomise(found["gain"], 7)
        self.assertNotEqual(module.same_gain.item(), 1.0)
        self.assertEqual(list(weights.redrawable(module)), [])


if __name__ == "__main__":
    unittest.main()
