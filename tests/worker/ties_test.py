# SPDX-License-Identifier: Apache-2.0
"""Tests detecting that the order of equal values decides a result, and inputs without ties."""

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

from loupe_worker import ties  # noqa: E402

PLACES = {
    "sort": lambda x: torch.sort(x, -1),
    "argsort": lambda x: torch.argsort(x, -1),
    "topk": lambda x: torch.topk(x, 4),
    "kthvalue": lambda x: torch.kthvalue(x, 5, -1).indices,
    "median": lambda x: torch.median(x, -1).indices,
    "argmax": lambda x: x.argmax(-1),
    "argmax of all": lambda x: x.argmax(),
    "argmin, kept": lambda x: x.argmin(dim=0, keepdim=True),
    "max": lambda x: x.max(-1),
    "another axis": lambda x: torch.topk(x.t(), 3, dim=0).indices,
    "routing": lambda x: (torch.arange(1.0, 65.0)[torch.topk(x, 2, -1).indices]).sum(-1),
}
VALUES = {
    "sorted values": lambda x: torch.sort(x, -1).values,
    "a stable order": lambda x: torch.sort(x, dim=-1, stable=True).indices,
    "largest values": lambda x: x.max(-1)[0],
    "largest of all": lambda x: x.max(),
    "softmax": lambda x: torch.softmax(x, -1),
    "median of all": lambda x: torch.median(x),
}


def decided(function, x):
    return ties.decide(function(x), lambda: function(x))


class Ties(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)
        self.few = (torch.rand(16, 64) < 0.5).float()
        self.distinct = torch.randperm(16 * 64).float().reshape(16, 64)

    def test_they_decide_places(self):
        for name, function in PLACES.items():
            self.assertTrue(decided(function, self.few), name)
            self.assertFalse(decided(function, self.distinct), name)

    def test_they_decide_no_values(self):
        for name, function in VALUES.items():
            self.assertFalse(decided(function, self.few), name)

    def test_untied_numbers_all_differ_and_stay_where_they_are(self):
        for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
            x = torch.randn(8, 64).mul(4).round().div(4).to(dtype)
            (made,) = ties.untied([x])
            self.assertTrue(all(row.unique().numel() == 64 for row in made), dtype)
            allowed = 64 * torch.finfo(dtype).eps * x.abs().clamp(min=1).float()
            self.assertTrue(bool(((made - x).abs().float() <= allowed).all()), dtype)

    def test_what_is_no_number_stays(self):
        x = torch.tensor([1, 1, 2])
        y = torch.tensor([float("inf"), 1.0, 1.0])
        made = ties.untied([x, y, 3, "text"])
        self.assertIs(made[0], x)
        self.assertIs(made[1], y)


if __name__ == "__main__":
    unittest.main()
