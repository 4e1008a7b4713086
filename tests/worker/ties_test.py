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

from torch.utils._python_dispatch import TorchDispatchMode  # noqa: E402

from loupe_worker import compileroff, ties  # noqa: E402

F = torch.nn.functional
NAN = float("nan")
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


class Sorted(TorchDispatchMode):
    """Counts the rows that are sorted."""

    rows = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.overloadpacket is torch.ops.aten.sort:
            self.rows += args[0].numel() // 64
        return func(*args, **(kwargs or {}))


compileroff.keep_off(Sorted())  # a test wants that the compiler is not imported


def decided(function, x):
    return ties.decide(function(x), lambda: function(x))[0]


class Ties(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)
        self.few = (torch.rand(16, 64) < 0.5).float()
        self.distinct = torch.randperm(16 * 64).float().reshape(16, 64)

    def test_ties_decide_indices(self):
        for name, function in PLACES.items():
            self.assertTrue(decided(function, self.few), name)
            self.assertFalse(decided(function, self.distinct), name)

    def test_one_pair_of_equal_numbers_is_found_wherever_it_lies(self):
        # torch's sort on a processor may return either of them first, in any order of its input.
        for seed in range(100):
            torch.manual_seed(seed)
            row = torch.randn(4, 512)
            first, second = torch.randperm(512)[:2].tolist()
            row[1, second] = row[1, first]
            self.assertTrue(decided(PLACES["argsort"], row), seed)
            self.assertTrue(decided(lambda x: torch.sort(x, -1, descending=True), row), seed)

    def test_results_in_given_tensors_are_reordered_too(self):
        def sorted_into(x):
            numbers, places = torch.empty_like(x), torch.empty(x.shape, dtype=torch.int64)
            torch.sort(x, out=(numbers, places))
            return numbers, places

        def argmax_into(x):
            return torch.argmax(x, 1, out=torch.empty(0, dtype=torch.int64))

        for function in (sorted_into, argmax_into):
            self.assertTrue(decided(function, self.few))
            self.assertFalse(decided(function, self.distinct))

    def test_no_number_among_equal_ones_has_no_rank(self):
        row = torch.arange(64.0).repeat(4, 1)
        row[1, 5] = float("nan")
        row[1, 7] = row[1, 9]
        for function in (
            lambda x: x.argmin(1, keepdim=True),
            lambda x: x.argmax(1),
            lambda x: x.argmax(),
            lambda x: torch.median(x, -1),
        ):
            self.assertFalse(decided(function, row))
        row[2, 0] = row[2, 1] = -1.0
        self.assertTrue(decided(lambda x: x.argmin(1, keepdim=True), row))

    def test_ties_do_not_decide_values(self):
        for name, function in VALUES.items():
            self.assertFalse(decided(function, self.few), name)

    def test_computed_values_that_are_equal_up_to_rounding(self):
        # The same weights in another order: equal sums, but for their roundings.
        weights = torch.randn(64)
        rows = torch.stack([weights[torch.randperm(64)] for _ in range(32)])
        near = lambda x: torch.argsort((x * 0.3).sum(-1), stable=True)  # noqa: E731
        self.assertEqual(ties.decide(near(rows), lambda: near(rows)), (True, True))
        routing = lambda x: x.sum(-1).view(4, 8).topk(2, -1).indices  # noqa: E731
        self.assertTrue(decided(routing, rows))
        normal = lambda x: torch.mm(F.normalize(x), F.normalize(x).t()).argsort(-1)  # noqa: E731
        self.assertTrue(decided(normal, self.few))

    def test_computed_values_that_differ_decide_nothing(self):
        x = torch.randn(16, 64)
        for name, function in {
            "routing": lambda x: (x @ torch.eye(64)[:, :8]).topk(2, -1).indices,
            "largest computed": lambda x: (x * 2).max(-1),
            "threshold": lambda x: (x * 3 >= (x * 3).topk(4, -1).values[:, -1:]).float(),
            "scattered": lambda x: torch.zeros(16, 64).scatter(-1, *(x * 3).topk(4, -1)[::-1]),
        }.items():
            self.assertFalse(decided(function, x), name)

    def test_values_that_are_only_moved_are_not_rounded(self):
        close = torch.linspace(1.0, 1.0 + 1e-5, 64).repeat(16, 1)
        for name, function in {
            "itself": lambda x: x.argsort(dim=-1, stable=True),
            "a copy": lambda x: x.clone().t().contiguous().argsort(dim=0, stable=True),
            "parts": lambda x: torch.cat([-x[:, :8], x[:, 8:].relu()], -1).argsort(dim=-1, stable=True),
            "counts": lambda x: (x > 1).float().sum(-1).argsort(stable=True),
            "written": lambda x: torch.empty(16, 64).copy_(x).argsort(dim=-1, stable=True),
        }.items():
            self.assertFalse(decided(function, close), name)
        for name, function in {
            "computed": lambda x: (x / 3).argsort(dim=-1, stable=True),
            "in place": lambda x: x.clone().div_(3).argsort(dim=-1, stable=True),
            "a view": lambda x: (x / 3)[:, 1:].t().argsort(dim=0, stable=True),
        }.items():
            self.assertTrue(decided(function, close), name)

    def test_whole_numbers_are_open_where_torch_documents_no_order(self):
        whole = torch.randint(0, 9, (16, 64))
        for name, function in {
            "topk": lambda x: x.topk(2, -1).indices,
            "sort": lambda x: x.sort(-1).indices,
            "kthvalue": lambda x: x.kthvalue(5, -1).indices,
        }.items():
            self.assertTrue(decided(function, whole), name)
        for name, function in {
            "argmax": lambda x: x.argmax(-1),
            "argmin of all": lambda x: x.argmin(),
            "max": lambda x: x.max(-1).indices,
            "min": lambda x: x.min(0).indices,
        }.items():
            self.assertFalse(decided(function, whole), name)

    def test_a_documented_order_of_whole_floats_is_not_open(self):
        x = torch.randn(16, 64)
        for name, function in {
            "argmax": lambda x: (x > 1).float().argmax(-1),
            "argmin": lambda x: x.round().argmin(0),
            "max of counts": lambda x: (x > 1).float().sum(-1).clamp(max=5).max(-1).indices,
        }.items():
            again = lambda: function(x)  # noqa: B023, E731
            self.assertEqual(ties.decide(again(), again), (True, False), name)
            self.assertFalse(ties.decide(again(), again, only_open=True)[0], name)
        for name, function in {
            "topk": lambda x: (x > 1).float().topk(2, -1).indices,
            "other equal numbers": lambda x: x.clamp(-0.5, 0.5).argmax(-1),
        }.items():
            again = lambda: function(x)  # noqa: B023, E731
            self.assertTrue(ties.decide(again(), again, only_open=True)[0], name)

    def test_one_look_tells_whether_torch_documents_the_order(self):
        x = torch.randn(16, 64)
        for name, function, documented in (
            ("argmax of flags", lambda x: (x > 1).float().argmax(-1), True),
            ("flags and other numbers", lambda x: ((x > 1).float() + x.clamp(-1, -0.5)).argmax(-1), False),
            ("some of them", lambda x: (x.round().argmax(-1), x.round().topk(2, -1).indices), False),
        ):
            again = lambda: function(x)  # noqa: B023, E731
            said = ties.described(again(), again)
            self.assertEqual((said["ties"], said["documented"]), (True, documented), name)
        said = ties.described(self.distinct.argmax(-1), lambda: self.distinct.argmax(-1))
        self.assertEqual(said, {"ties": False, "computed": False, "documented": False})

    def test_few_chosen_numbers_are_found_without_ordering_all(self):
        for name, function, sorted_rows in (
            ("argmax", lambda x: x.argmax(-1), 0),
            ("argmin of all", lambda x: x.argmin(), 0),
            ("max of computed", lambda x: (x * 3).max(-1).indices, 0),
            ("topk", lambda x: x.topk(4, 0).indices, 0),
            ("kthvalue", lambda x: x.kthvalue(5, -1).indices, 0),
            ("sort", lambda x: x.sort(-1).indices, 16),
        ):
            with Sorted() as counted:
                self.assertFalse(decided(function, self.distinct), name)
            # The call itself sorts once where it sorts.
            self.assertEqual(counted.rows, 2 * sorted_rows, name)
        one = self.distinct.clone()
        one[3, one[3].argmax()] = one[3, one[3].argmin()] = 5000
        with Sorted() as counted:
            self.assertTrue(decided(lambda x: x.argmax(-1), one))
        self.assertLessEqual(counted.rows, 2, "only the row with equal numbers is ordered")

    def test_equal_numbers_that_are_not_chosen_decide_nothing(self):
        row = torch.arange(64.0).repeat(4, 1)
        row[1, 20] = row[1, 30]
        for name, function, decides in (
            ("largest", lambda x: x.topk(4, -1).indices, False),
            ("smallest", lambda x: x.topk(4, -1, largest=False).indices, False),
            ("up to them", lambda x: x.topk(34, -1).indices, True),
            ("between them", lambda x: x.topk(35, -1).indices, True),
            ("below them", lambda x: x.kthvalue(5, -1).indices, False),
            ("one of them", lambda x: x.kthvalue(31, -1).indices, True),
            ("median", lambda x: x.median(-1).indices, False),
        ):
            self.assertEqual(decided(function, row), decides, name)

    def test_equal_medians_beside_a_nan_are_found(self):
        for row in ([NAN, 2.0, 1.0, 1.0, 2.0], [1.0, 2.0, 2.0, 2.0, NAN], [NAN, NAN, 3.0]):
            x = torch.tensor([row, [1.0, 2.0, 3.0, 4.0, 5.0][: len(row)]])
            median = lambda x: x.nanmedian(-1).indices  # noqa: E731
            is_tied = row.count(NAN) < 2
            self.assertEqual(ties.decide(median(x), lambda: median(x)), (is_tied, False), row)  # noqa: B023
        several = torch.tensor([[NAN, 1.0, 2.0, 2.0, 3.0], [NAN, NAN, NAN, NAN, NAN]])
        self.assertFalse(decided(lambda x: x.nanmedian(-1).values, several))

    def test_equal_nans_that_are_chosen_are_found(self):
        one = torch.tensor([[5.0, NAN, 1.0, 2.0], [4.0, 1.0, 2.0, 3.0]])
        several = torch.tensor([[NAN, 1.0, NAN, 0.5, NAN], [4.0, 1.0, 2.0, 3.0, 5.0]])
        for name, function in {
            "argmax": lambda x: x.argmax(-1),
            "argmin": lambda x: x.argmin(-1),
            "max": lambda x: x.max(-1).indices,
            "min": lambda x: x.min(-1).indices,
            "topk": lambda x: x.topk(2, -1).indices,
            "sort": lambda x: x.sort(-1).indices,
            "median": lambda x: x.median(-1).indices,
            "kthvalue": lambda x: x.kthvalue(4, -1).indices,
            "mode": lambda x: x[:, ::2].mode(-1).indices,
            "of computed": lambda x: (x * 3).argmin(-1),
        }.items():
            self.assertFalse(decided(function, one), name)
            self.assertTrue(decided(function, several), name)
        for name, function in {
            "other numbers": lambda x: x.topk(2, -1, largest=False).indices,
            "another place": lambda x: x.kthvalue(2, -1).indices,
            "values": lambda x: (x.min(-1).values, x.median(-1).values, x.max(-1).values),
        }.items():
            self.assertFalse(decided(function, several), name)

    def test_rows_without_ties_keep_the_order_of_an_unsorted_topk(self):
        x = torch.randn(4, 64)
        x[0, 3] = x[0, 10] = 200.0
        self.assertFalse(decided(lambda x: x.topk(40, -1, sorted=False).values[1:], x))
        self.assertFalse(decided(lambda x: x.topk(40, -1, sorted=False).values, x))
        x[0, 10:60] = 0.5
        self.assertFalse(decided(lambda x: x.topk(40, -1, sorted=False).indices[1:], x))
        self.assertTrue(decided(lambda x: x.topk(40, -1, sorted=False).indices, x))

    def test_a_middle_of_near_numbers_is_found(self):
        for row in ([5.1000042, 5.1000042, 6.1, 5.0999999, 2.1], [3.3, 3.3, 3.3, 9.9, 1.1]):
            x = torch.tensor(row)
            for name, function in {
                "median": lambda x: (x * 1.0).median(-1).indices,
                "kthvalue": lambda x: (x * 1.0).kthvalue(3, -1).indices,
            }.items():
                again = lambda: function(x)  # noqa: B023, E731
                self.assertEqual(ties.decide(again(), again), (True, True), name)
        for function in (lambda x: x.median(-1).indices, lambda x: x.kthvalue(3, -1).indices):
            self.assertTrue(decided(function, torch.tensor([3.3, 3.3, 3.3, 9.9, 1.1])))

    def test_a_mode_of_near_numbers_is_found(self):
        x = torch.tensor([1.1, 1.1 * (1 + 2.4e-7), 2.3, 1.1 * (1 + 1.2e-7), 5.0])
        mode = lambda: (x * 1.0000001).mode(-1)  # noqa: E731
        self.assertEqual(ties.decide(mode(), mode), (True, True))
        self.assertFalse(decided(lambda x: (x * 1.0000001).mode(-1).values, x))
        self.assertFalse(decided(lambda x: x.mode(-1), x), "only moved")
        beside = torch.tensor([[2.0, NAN, NAN], [2.0, 3.0, 1.0]])
        self.assertTrue(decided(lambda x: x.mode(-1).values, beside))
        for count in range(2, 34):  # torch may take any of them
            row = torch.arange(64.0).index_fill_(0, torch.randperm(64)[:count], -1.0)
            self.assertTrue(decided(lambda x: x.mode(-1).indices, row), count)

    def test_a_state_is_not_an_order(self):
        calls = []

        def counted(x):
            calls.append(1)
            return x.topk(2, -1).values + (len(calls) > 1)

        self.assertFalse(decided(counted, self.few))

    def test_the_references_random_numbers_stay(self):
        def noisy(x):
            torch.manual_seed(1)
            first = (x * 0.5).topk(2, -1).values
            return first + torch.rand(16, 2)

        self.assertFalse(decided(noisy, self.distinct))

    def test_torchs_compiler_is_not_imported(self):
        self.assertTrue(ties.orders(lambda: self.distinct.topk(2, -1)))
        self.assertFalse("torch._dynamo" in sys.modules)

    def test_untied_numbers_all_differ_and_stay_where_they_are(self):
        for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
            x = torch.randn(8, 64).mul(4).round().div(4).to(dtype)
            (made,) = ties.untied([x])
            self.assertTrue(all(row.unique().numel() == 64 for row in made), dtype)
            allowed = 64 * torch.finfo(dtype).eps * x.abs().clamp(min=1).float()
            self.assertTrue(bool(((made - x).abs().float() <= allowed).all()), dtype)

    def test_integers_and_other_values_stay(self):
        x = torch.tensor([1, 1, 2])
        y = torch.tensor([float("inf"), 1.0, 1.0])
        made = ties.untied([x, y, 3, "text"])
        self.assertIs(made[0], x)
        self.assertIs(made[1], y)


if __name__ == "__main__":
    unittest.main()
