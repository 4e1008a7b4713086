# SPDX-License-Identifier: Apache-2.0
"""Tests which form of its inputs a candidate may rely on, whatever their values are."""

import math
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

from loupe_worker import variants  # noqa: E402

OTHER_VALUES = ("signed", "heavy_tails", "binary", "changed", "far_from_zero", "large")


class Form(unittest.TestCase):
    def check(self, value, holds):
        for variant in OTHER_VALUES:
            torch.manual_seed(4)
            (made,) = variants.made(variant, [value])
            self.assertTrue(holds(made), variant)
            self.assertFalse(torch.equal(made, value), variant)
            self.assertEqual((made.shape, made.dtype), (value.shape, value.dtype))

    def setUp(self):
        torch.manual_seed(5)
        self.matrix = torch.randn(2, 16, 16)

    def test_triangles_stay(self):
        self.check(self.matrix.triu(), lambda made: torch.equal(made, made.triu()))
        self.check(self.matrix.tril(), lambda made: torch.equal(made, made.tril()))
        self.check(torch.diag(self.matrix[0, 0]), lambda made: torch.equal(made, made.diag().diag()))

    def test_symmetry_stays(self):
        self.check(self.matrix + self.matrix.mT, lambda made: torch.equal(made, made.mT))

    def test_order_stays(self):
        rising = torch.linspace(-2, 3, 12)
        self.check(rising, lambda made: bool((made.diff() >= 0).all()))
        self.check(rising.flip(0), lambda made: bool((made.diff() <= 0).all()))
        rows = torch.sort(torch.randn(4, 9), dim=-1).values
        self.check(rows, lambda made: bool((made.diff(dim=-1) >= 0).all()))

    def test_other_inputs_get_any_form(self):
        for value in (self.matrix, torch.ones(16, 16), torch.zeros(16, 16), torch.randn(12)):
            (made,) = variants.made("binary", [value])
            if made.dim() > 1:
                self.assertFalse(torch.equal(made, made.triu()) or torch.equal(made, made.mT))
            self.assertFalse(bool((made.diff(dim=-1) >= 0).all()))

    def test_masks_and_labels_keep_their_form(self):
        wide = torch.randn(12, 8)
        labels = torch.randint(0, 8, (12,))
        for mask in (
            torch.nn.functional.one_hot(labels, 8).float(), (wide > 0.5).float(),
            torch.sign(wide), torch.zeros(12, 8).masked_fill(wide > 1, -math.inf),
        ):  # fmt: skip
            for variant in OTHER_VALUES:
                made, own = variants.made(variant, [wide, mask])
                self.assertFalse(torch.equal(made, wide))
                self.assertEqual(sorted(own.sum(-1).tolist()), sorted(mask.sum(-1).tolist()))
                is_drawn = variant in ("signed", "heavy_tails", "binary")
                self.assertEqual(torch.equal(own, mask), not is_drawn, variant)

    def test_a_mask_alone_is_changed(self):
        mask = (torch.randn(12, 8) > 0.5).float()
        (made,) = variants.made("signed", [mask])
        self.assertGreater(len(made.unique()), 2)

    def test_a_causal_mask_stays_the_same(self):
        for mask in (torch.ones(12, 12).tril(), torch.full((12, 12), -math.inf).triu(1)):
            for variant in OTHER_VALUES:
                _, made = variants.made(variant, [torch.randn(12, 12), mask])
                self.assertTrue(torch.equal(made, mask), variant)

    def test_the_changed_elements_are_few(self):
        for value in (self.matrix, torch.randn(12, 8), torch.randn(9)):
            (made,) = variants.made("changed", [value])
            self.assertEqual(int((made != value).sum()), 3)


if __name__ == "__main__":
    unittest.main()
