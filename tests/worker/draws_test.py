# SPDX-License-Identifier: Apache-2.0
"""Compares torch's numbers with the library's, bit for bit, and the generator's state.

Arguments: the library."""

import os
import random
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

from loupe_worker import draws  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402

PATH = sys.argv.pop()
LIBRARY = draws.Library(PATH)
SEEDS = (0, 42, 734796314, 2**32 + 42, 2**60 - 1)


def same(a, b):
    flat = [each.contiguous().reshape(-1).view(torch.uint8) for each in (a, b)]
    return torch.equal(*flat)


class StreamTest(unittest.TestCase):
    def test_it_matches_torch(self):
        self.assertEqual(draws.difference(LIBRARY), "")

    def test_every_instruction_set_gives_the_same(self):
        own, theirs = torch.Generator(), torch.Generator()
        tried = 0
        for kind in range(3):
            own.manual_seed(9), theirs.manual_seed(9)
            got, wanted = torch.zeros(5000), torch.zeros(5000)
            if not LIBRARY.fill(got, -1.25, 3.7, own, kind):
                continue
            tried += 1
            self.assertTrue(same(got, wanted.uniform_(-1.25, 3.7, generator=theirs)))
        self.assertGreater(tried, 0)

    def test_only_the_low_bits_of_a_seed_count(self):
        first, second = torch.Generator().manual_seed(7), torch.Generator().manual_seed(2**32 + 7)
        self.assertTrue(
            same(torch.rand(9, generator=first), torch.rand(9, generator=second))
        )

    def test_a_library_of_another_kind_is_refused(self):
        with self.assertRaises((OSError, AttributeError)):
            draws.Library("libc.so.6")


class ModeTest(unittest.TestCase):
    def alike(self, make, seed):
        torch.manual_seed(seed)
        wanted = make()
        behind = torch.rand(3), torch.randn(20)
        torch.manual_seed(seed)
        with draws._Mode(LIBRARY):
            got = make()
        self.assertTrue(same(torch.rand(3), behind[0]) and same(torch.randn(20), behind[1]))
        for a, b in zip(got, wanted):
            self.assertEqual((a.dtype, a.shape, a.stride()), (b.dtype, b.shape, b.stride()))
            self.assertTrue(same(a, b))

    def test_mixed_draws_of_all_kinds(self):
        def make():
            return [
                torch.rand(3, 211), torch.randint(0, 50, (5,)), torch.rand(1), torch.rand(0, 4),
                torch.randn(17), torch.empty(625).uniform_(-2, 3), torch.rand(4, dtype=torch.float64),
                torch.empty(40).exponential_(), torch.rand_like(torch.zeros(9)),
                torch.empty(8, 6).t().uniform_(0, 1), torch.bernoulli(torch.rand(30)),
                torch.rand(7, dtype=torch.float16), torch.empty(50).normal_(1, 2), torch.rand(624),
                torch.rand(11, generator=torch.Generator().manual_seed(3)),
                torch.empty(12).uniform_(generator=torch.Generator().manual_seed(3)),
                torch.nn.init.kaiming_uniform_(torch.empty(30, 40)), torch.rand(2) * 2 - 1,
                torch.empty(5).uniform_(to=4.0, **{"from": 2.0}), torch.randperm(20),
            ]  # fmt: skip

        for seed in SEEDS:
            self.alike(make, seed)

    def test_constructors(self):
        def make():
            model = torch.nn.Sequential(
                torch.nn.Conv2d(3, 16, 3), torch.nn.Linear(33, 65), torch.nn.LSTM(10, 20),
                torch.nn.Embedding(10, 4), torch.nn.MultiheadAttention(16, 4),
            )  # fmt: skip
            return list(model.state_dict().values())

        self.alike(make, 42)

    def test_refuses_the_arguments_that_torch_refuses(self):
        for wrong in (lambda: torch.empty(3).uniform_(2, 1), lambda: torch.rand(-1),
                      lambda: torch.empty(3).uniform_(0, float("inf"))):  # fmt: skip
            with draws._Mode(LIBRARY), self.assertRaises(RuntimeError):
                wrong()


class DrawnTest(unittest.TestCase):
    def make(self):
        return [torch.rand(100, 7), torch.tensor(random.random())]

    def drawn(self, by, is_known=False, make=None):
        torch.manual_seed(1), random.seed(1)
        wanted = (make or self.make)()
        torch.manual_seed(1), random.seed(1)
        got, how = by.drawn(make or self.make, is_known)
        self.assertTrue(all(same(a, b) for a, b in zip(got, wanted)))
        return how

    def test_the_first_is_compared_and_others_are_not(self):
        by = draws.Draws(PATH)
        self.assertEqual(self.drawn(by), "same")
        self.assertEqual(self.drawn(by, is_known=True), "fast")
        self.assertEqual(by.problem, "")
        self.assertIn(by.kind, ("sse2", "avx2", "avx512"))

    def test_after_a_difference_torch_draws(self):
        class Wrong(draws.Library):
            def fill(self, value, low, high, generator, kind=None):
                done = super().fill(value, low, high, generator, kind)
                value += 2.0**-24
                return done

        by = draws.Draws(PATH)
        by._library, by._is_asked = Wrong(PATH), True
        self.assertEqual(self.drawn(by), "differs: torch gives other bits")
        self.assertEqual(self.drawn(by), "torch")
        self.assertEqual(by.problem, "torch gives other bits")
        self.assertIn("differ", draws.difference(Wrong(PATH)))

    def test_without_a_library_torch_draws_and_reports_it(self):
        for path, why in (("", "no library"), ("/nowhere/libkernelloupe-draws.so", "/nowhere/libk")):
            by = draws.Draws(path)
            self.assertEqual(self.drawn(by), "torch")
            self.assertIn(why, by.problem)

    def test_a_failure_belongs_to_the_task(self):
        def failing():
            raise ValueError("no inputs today")

        by = draws.Draws(PATH)
        with self.assertRaises(ValueError):
            by.drawn(failing, False)
        self.assertRaises(ChildProcessError, os.waitpid, -1, os.WNOHANG)
        self.assertEqual(self.drawn(by), "same")


class OperationsTest(unittest.TestCase):
    def ask(self, oracle, what, **request):
        return oracle.perform({"do": what} | request, [])

    def test_a_reference_process_gives_the_same_without_it(self):
        source = (
            "import torch\nclass Model(torch.nn.Module):\n"
            "    def __init__(self):\n        super().__init__()\n"
            "        self.inner = torch.nn.Linear(40, 30)\n"
            "    def forward(self, x):\n        return self.inner(x)\n"
            "def get_inputs():\n    return [torch.rand(80, 40), torch.randn(5)]\n"
        )
        found = []
        for path, request in (("", {}), (PATH, {"draws": "new"}), (PATH, {"draws": "known"})):
            with tempfile.TemporaryDirectory() as folder:
                settings = {"role": "oracle", "device": "cpu", "threads": 1, "draws": path}
                oracle = Operations(settings, folder)
                self.ask(oracle, "load", source=source, file_name="t.py")
                built = self.ask(oracle, "construct", seed=5, **{"class": "Model"}, **request)[0]
                facts, inputs, _ = self.ask(
                    oracle, "inputs", function="get_inputs", rng_state=built["rng_state"], **request
                )
                found.append(
                    (self.ask(oracle, "state")[1], inputs, facts["rng_state"],
                     built.get("draws"), facts.get("draws"))
                )  # fmt: skip
        self.assertEqual([each[3:] for each in found], [(None,) * 2, ("same",) * 2, ("fast",) * 2])
        for state, inputs, behind, _, _ in found[1:]:
            self.assertTrue(all(same(state[name], value) for name, value in found[0][0].items()))
            self.assertTrue(all(same(a, b) for a, b in zip(inputs, found[0][1])))
            self.assertEqual(behind, found[0][2])

    def test_a_comparison_does_not_change_later_draws(self):
        source = (
            "import random\nimport torch\n"
            "def get_inputs():\n    return [torch.rand(80), torch.tensor(random.random())]\n"
        )
        found = []
        for compares in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                settings = {"role": "oracle", "device": "cpu", "threads": 1, "draws": PATH}
                oracle = Operations(settings, folder)
                self.ask(oracle, "load", source=source, file_name="t.py")
                torch.manual_seed(3), random.seed(3)
                if compares:
                    facts, value, has_value = self.ask(
                        oracle, "compare_draws", function="get_inputs", draws="new"
                    )
                    self.assertEqual((facts["draws"], value, has_value), ("same", None, False))
                found.append(self.ask(oracle, "inputs", function="get_inputs", draws="known")[1])
        self.assertTrue(all(same(a, b) for a, b in zip(*found)))

    def test_digests_of_several_parts_differ(self):
        value = torch.zeros(5 * draws._PART_BYTES // 8 + 3, dtype=torch.float32)
        before = draws.digest_of([value])
        for place in (0, draws._PART_BYTES // 4, value.numel() - 1):
            value[place] = 1.0
            changed = draws.digest_of([value])
            self.assertNotEqual(changed, before)
            value[place] = 0.0
        self.assertEqual(draws.digest_of([value]), before)


if __name__ == "__main__":
    unittest.main()
