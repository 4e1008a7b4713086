# SPDX-License-Identifier: Apache-2.0
"""Tests inputs and weights other than the task's: in place, in chunks, reproducible from a seed;
and inputs drawn on the host and sent later."""

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

from loupe_worker import permutation, variants, weights  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402


def by_chunks_of(elements):
    return mock.patch.object(permutation, "_AT_ONCE", elements)


class PermutationTest(unittest.TestCase):
    def permuted(self, value, seed):
        made = permutation.own(value)
        permutation.permute(made, permutation.generator_on(value, seed))
        return made

    def test_elements_stay_and_their_order_follows_the_seed(self):
        value = torch.arange(1001.0)
        for elements in (7, 1000, 1 << 24):
            with by_chunks_of(elements):
                made = self.permuted(value, 5)
                self.assertEqual(made.sort().values.tolist(), value.tolist())
                self.assertGreater(int((made != value).sum()), 700)
                self.assertTrue(torch.equal(made, self.permuted(value, 5)))
                self.assertFalse(torch.equal(made, self.permuted(value, 6)))

    def test_every_chunk_is_permuted_by_itself(self):
        with by_chunks_of(100):
            made = self.permuted(torch.arange(300.0), 1)
        for begin in (0, 100, 200):
            part = made[begin : begin + 100]
            self.assertEqual(part.sort().values.tolist(), list(range(begin, begin + 100)))
            self.assertNotEqual(part.tolist(), list(range(begin, begin + 100)))

    def test_strides_are_kept(self):
        value = torch.rand(6, 4).t()
        self.assertEqual(self.permuted(value, 1).stride(), value.stride())
        expanded = torch.rand(1, 4).expand(3, 4)
        self.assertEqual(self.permuted(expanded, 1).numel(), 12)


class WeightsTest(unittest.TestCase):
    def model(self):
        torch.manual_seed(0)
        return torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.BatchNorm1d(7))

    def test_separates_redrawable_and_randomisable_parameters(self):
        model = self.model()
        self.assertEqual(list(weights.redrawable(model)), ["0.weight", "0.bias"])
        self.assertEqual(
            list(weights.randomisable(model)),
            ["1.weight", "1.bias", "1.running_mean", "1.running_var"],
        )

    def test_positive_values_stay_positive(self):
        value = torch.full((100,), 2.0)
        with by_chunks_of(30):
            weights.randomise(value, 3)
        self.assertTrue(bool((value >= 1.0).all()) and bool((value < 3.0).all()))
        self.assertGreater(len(value.unique()), 90)
        zeros = torch.zeros(100)
        weights.randomise(zeros, 3)
        self.assertTrue(bool((zeros.abs() <= 0.5).all()) and bool((zeros < 0).any()))

    def test_views_leave_the_rest_of_their_memory(self):
        whole = torch.arange(40.0).reshape(4, 10)
        weights.redraw(whole[:, 2:5], 1)
        rest = [column for column in range(10) if not 2 <= column < 5]
        self.assertTrue(torch.equal(whole[:, rest], torch.arange(40.0).reshape(4, 10)[:, rest]))
        self.assertFalse(torch.equal(whole, torch.arange(40.0).reshape(4, 10)))


class OperationsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        settings = {"role": "oracle", "device": "cpu", "threads": 1}
        self.oracle = Operations(settings, folder.name)
        source = (
            "import torch\nclass Model(torch.nn.Module):\n"
            "    def __init__(self):\n        super().__init__()\n"
            "        self.inner = torch.nn.Linear(4, 4)\n"
            "        self.norm = torch.nn.LayerNorm(4)\n"
            "    def forward(self, x):\n        return self.norm(self.inner(x))\n"
            "def get_inputs():\n    return [torch.rand(8, 4)]\n"
            "def get_numbers():\n    return [3]\n"
        )
        self.oracle.perform({"do": "load", "source": source, "file_name": "t.py"}, [])

    def ask(self, what, **request):
        return self.oracle.perform({"do": what} | request, [])

    def test_host_inputs_are_the_same_and_come_later(self):
        at_once, value, _ = self.ask("inputs", function="get_inputs", seed=7)
        later, none, has_value = self.ask(
            "inputs", function="get_inputs", seed=7, stays_on_host=True
        )
        self.assertFalse(has_value)
        self.assertIsNone(none)
        self.assertEqual(later, at_once)
        _, drawn, has_value = self.ask("drawn")
        self.assertTrue(has_value)
        self.assertTrue(torch.equal(drawn[0], value[0]))
        self.assertEqual(self.ask("drawn")[1], [], "they are handed over once")

    def test_inputs_without_tensors_come_at_once(self):
        _, value, has_value = self.ask(
            "inputs", function="get_numbers", seed=7, stays_on_host=True
        )
        self.assertTrue(has_value)
        self.assertEqual(value, [3])

    def test_weights_are_changed_in_place_and_put_back(self):
        self.ask("construct", **{"class": "Model"}, seed=1)
        before = {name: value.clone() for name, value in self.ask("state")[1].items()}
        for redraw, names in ((True, ["inner.weight", "inner.bias"]),
                              (False, ["norm.weight", "norm.bias"])):  # fmt: skip
            facts, state, _ = self.ask("randomise", seed=9, redraw=redraw)
            self.assertEqual(facts["changed"], names)
            for name, value in state.items():
                self.assertEqual(torch.equal(value, before[name]), name not in names, name)
            again = {name: value.clone() for name, value in state.items()}
            self.ask("randomise")
            for name, value in self.ask("state")[1].items():
                self.assertTrue(torch.equal(value, before[name]), name)
            for name, value in self.ask("randomise", seed=9, redraw=redraw)[1].items():
                self.assertTrue(torch.equal(value, again[name]), name)
            self.ask("randomise")


class VariantsTest(unittest.TestCase):
    def test_values_are_changed_by_chunks_into_new_memory(self):
        value = torch.rand(50, 3)
        kept = value.clone()
        with by_chunks_of(40):
            for variant in ("signed", "binary"):
                torch.manual_seed(1)
                made = variants.made(variant, [value])[0]
                torch.manual_seed(1)
                self.assertTrue(torch.equal(made, variants.made(variant, [value])[0]))
                self.assertTrue(torch.equal(value, kept))
                self.assertEqual(made.shape, value.shape)
                changed = int((made != value).sum(dim=1).min())
                self.assertGreater(changed, 0, "every row")
        self.assertEqual(set(made.unique().tolist()), {0.0, 1.0})

    def test_types_and_strides_stay(self):
        value = torch.rand(6, 4, dtype=torch.float64).t()
        made = variants.made("signed", [value])[0]
        self.assertEqual((made.dtype, made.stride()), (value.dtype, value.stride()))
        self.assertTrue(bool((made < 0).any()))


if __name__ == "__main__":
    unittest.main()
