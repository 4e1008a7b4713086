# SPDX-License-Identifier: Apache-2.0
"""Tests finding the elements of a result that roundings decide: honest kernels with another order of
operations pass under every seed, wrong ones do not."""

import json
import os
import random
import sys
import tempfile
import unittest
import unittest.mock

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import jumps  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402

RELATIVE = 1e-4
STEP = 0.0371


def int8(x):
    return x.round().clamp(-128, 127).to(torch.int8)


def by_row(x, divided):
    return int8(divided(x, x.abs().amax(-1, keepdim=True) / 127))


def centred(x):
    return x - x.mean(-1, keepdim=True)


def centred_exactly(x):
    return x - x.double().mean(-1, keepdim=True).float()


# Each reference with an honest candidate and wrong ones.
TASKS = {
    "quantiser": (
        lambda x: int8(x / STEP),
        lambda x: int8(x * (1 / STEP)),
        [lambda x: int8(x / (STEP * 1.01)), lambda x: int8(x / STEP + 1), lambda x: (x / STEP).to(torch.int8)],
    ),
    "quantiser of rows": (
        lambda x: by_row(x, lambda a, b: a / b),
        lambda x: by_row(x, lambda a, b: a * (1 / b)),
        [lambda x: by_row(x, lambda a, b: a / (b * 1.01)), lambda x: by_row(x, lambda a, b: a / b + 0.01)],
    ),
    "fake quantiser": (
        lambda x: torch.fake_quantize_per_tensor_affine(x, STEP, 3, -128, 127),
        lambda x: ((x / STEP).round() + 3).clamp(-128, 127).sub(3) * STEP,
        [lambda x: ((x / STEP).floor() + 3).clamp(-128, 127).sub(3) * STEP],
    ),
    "floor": (
        lambda x: torch.floor(x / STEP),
        lambda x: torch.floor(x * (1 / STEP)),
        [lambda x: torch.round(x / STEP)],
    ),
    "conversion": (
        lambda x: (x / STEP).to(torch.int32),
        lambda x: (x * (1 / STEP)).to(torch.int32),
        [lambda x: (x / STEP).floor().to(torch.int32)],
    ),
    "threshold": (
        lambda x: (centred(x) > 0.5).float(),
        lambda x: (centred_exactly(x) > 0.5).float(),
        [lambda x: (x > 0.5).float(), lambda x: (centred(x) > 0.505).float()],
    ),
    "bits": (
        lambda x: ((centred(x) > 0).view(-1, 8).int() << torch.arange(8)).sum(-1),
        lambda x: ((centred_exactly(x) > 0).view(-1, 8).int() << torch.arange(8)).sum(-1),
        [lambda x: ((x > 0).view(-1, 8).int() << torch.arange(8)).sum(-1)],
    ),
    "bucket": (
        lambda x: torch.bucketize(x * 1.7 / 0.9, torch.linspace(-3, 3, 31)),
        lambda x: torch.bucketize(x * (1.7 / 0.9), torch.linspace(-3, 3, 31)),
        [lambda x: torch.bucketize(x * 1.7, torch.linspace(-3, 3, 31))],
    ),
}  # fmt: skip


def open_elements(reference, *args):
    tolerances = {"float32": [0.0, RELATIVE]}
    return jumps.undecided(reference(*args), lambda: reference(*args), tolerances).get("result", {})


def wrong_elements(reference, candidate, x):
    """Returns how many elements of a candidate are outside the tolerance, and how many of these roundings
    do not decide, as core/judge/nestedcomparison.cpp counts them."""
    expected, actual = reference(x).reshape(-1).double(), candidate(x).reshape(-1).double()
    relative = RELATIVE if reference(x).is_floating_point() else 0.0
    allowed = relative * (expected.abs() + expected.square().mean().sqrt())
    is_wrong = (actual - expected).abs() > allowed
    count = int(is_wrong.sum())
    found = open_elements(reference, x)
    if found:
        places = torch.tensor(found["places"])
        low, high = (torch.tensor(found[each], dtype=torch.float64) for each in ("low", "high"))
        inside = (actual[places] >= low - allowed[places]) & (actual[places] <= high + allowed[places])
        is_wrong[places] &= ~inside
    return count, int(is_wrong.sum())


class Jumps(unittest.TestCase):
    def test_honest_quantisers_pass_under_every_seed(self):
        for name in ("quantiser", "fake quantiser"):
            reference, honest, _ = TASKS[name]
            on_the_other_side = 0
            for seed in range(50):
                torch.manual_seed(seed)
                count, left = wrong_elements(reference, honest, torch.randn(128, 1024) * 3)
                on_the_other_side += count
                self.assertEqual(left, 0, f"{name}, seed {seed}")
            self.assertGreater(on_the_other_side, 0, "else nothing was tested")

    def test_honest_kernels_pass_and_wrong_ones_do_not(self):
        for name, (reference, honest, others) in TASKS.items():
            for seed in range(2):
                torch.manual_seed(seed)
                x = torch.randn(128, 1024) * 3
                self.assertEqual(wrong_elements(reference, honest, x)[1], 0, name)
                for place, other in enumerate(others):
                    self.assertGreater(wrong_elements(reference, other, x)[1], 20, f"{name}, {place}")

    def test_a_few_halves_may_be_rounded_either_way(self):
        away = lambda x: x.sign() * (x.abs() + 0.5).floor()  # noqa: E731
        x = torch.randn(256, 256)
        x[0] = 2.5
        self.assertEqual(wrong_elements(torch.round, away, x), (256, 0))
        self.assertGreater(wrong_elements(torch.round, torch.ceil, x)[1], 1000)
        x[:32] = 2.5
        self.assertEqual(wrong_elements(torch.round, away, x), (32 * 256, 32 * 256))

    def test_exact_and_continuous_results_stay_decided(self):
        x = torch.randn(64, 1024)
        for name, reference in {
            "a given value": lambda x: (x > 0.5).float(),
            "a floor of given values": torch.floor,
            "a counted value": lambda x: torch.floor((x > 0).float().cumsum(-1)),
            "no jump": lambda x: torch.where(x * 1.1 > 0, x, 0.1 * x),
            "no border": lambda x: torch.softmax(x, -1),
            "a mask of the largest": lambda x: (x * 3 >= (x * 3).amax(-1, keepdim=True)).float(),
            "a mask of the four largest": lambda x: (
                x * 3 >= (x * 3).topk(4, -1).values[:, -1:]
            ).float(),
        }.items():
            self.assertEqual(open_elements(reference, x), {}, name)

    def test_a_result_that_roundings_decide_everywhere_stays_decided(self):
        x = torch.arange(1 << 14).float() * STEP
        self.assertEqual(open_elements(lambda x: torch.floor(x / STEP), x), {})

    def test_scalars_and_empty_results_are_supported(self):
        for x in (torch.tensor(0.5), torch.empty(0), torch.empty(0, 4)):
            self.assertEqual(open_elements(lambda x: torch.round(x / 0.3), x), {})

    def test_values_that_are_not_finite_stay_decided(self):
        x = torch.randn(64, 1024)
        x[0, 0], x[0, 1] = float("inf"), float("nan")
        found = open_elements(lambda x: torch.round(x / STEP), x)
        self.assertFalse({0, 1} & set(found["places"]))

    def test_half_types_are_moved_by_one_rounding(self):
        for dtype in (torch.float16, torch.bfloat16):
            x = torch.randn(64, 1024).to(dtype)
            x[0, 0] = 1000.0  # its square overflows float16
            found = open_elements(lambda x: torch.floor(x / 64), x)
            self.assertGreater(len(found["places"]), 0, dtype)
            self.assertLess(len(found["places"]), 655, dtype)

    def test_results_that_depend_on_earlier_calls_stay_decided(self):
        calls = torch.zeros(1)

        def reference(x):
            codes = torch.round(x / STEP)
            calls.add_(1)
            codes[0] = min(float(calls), 2.0)  # other than in the first call, and then always the same
            return codes

        x = torch.cat([torch.zeros(1), (torch.arange(8) + 0.5) * STEP, torch.randn(4096)])
        found = open_elements(reference, x)
        self.assertLessEqual(set(range(1, 9)), set(found["places"]))
        self.assertNotIn(0, found["places"])

    def test_moved_values_never_index_beyond_an_end(self):
        table = torch.randn(64)
        places = torch.rand(4096)
        places[0], places[1] = 0.0, 1.0 - 2.0**-24  # as close to the ends as random numbers come
        for name, look_up in {
            "index": lambda i: table[i],
            "two indices": lambda i: table.view(8, 8)[i // 8, i % 8],
            "index behind a mask": lambda i: table.view(1, 64).expand(2, 64)[torch.tensor([True, False])][:, i][0],
            "gather": lambda i: table.gather(0, i),
            "index_select": lambda i: table.index_select(0, i),
            "embedding": lambda i: torch.nn.functional.embedding(i, table.view(64, 1))[:, 0],
            "counts": lambda i: torch.zeros(64).scatter_add_(0, i, torch.ones(4096)).gather(0, i),
        }.items():
            with self.subTest(name):  # else the call raises
                open_elements(lambda x: look_up(torch.floor(x * 64).long()), places)

    def test_results_are_compared_piece_by_piece(self):
        x = torch.cat([torch.randn(4096), (torch.arange(8) + 0.5) * STEP])
        whole = open_elements(lambda x: torch.round(x / STEP), x)
        self.assertLessEqual(set(range(4096, 4104)), set(whole["places"]))
        with unittest.mock.patch.object(jumps, "_PIECE", 1000):
            self.assertEqual(open_elements(lambda x: torch.round(x / STEP), x), whole)

    def test_more_are_listed_than_one_message_carries(self):
        x = torch.cat([torch.randn(4_000_000), (torch.arange(20_000) % 64 + 0.5) * STEP])
        whole = {"result": open_elements(lambda x: torch.round(x / STEP), x)}
        count = len(whole["result"]["places"])
        self.assertGreater(count, 20_000 - 1)
        whole["more"] = {"places": [1], "low": [2.0], "high": [3.0]}
        left = {path: {**listed} for path, listed in whole.items()}
        parts = []
        while left:
            parts.append(jumps.taken(left))
            self.assertLess(len(json.dumps(parts[-1])), 1 << 20)
        self.assertEqual(len(parts), 2)
        for path, listed in whole.items():
            for key, values in listed.items():
                self.assertEqual(sum((part.get(path, {}).get(key, []) for part in parts), []), values)

    def test_written_in_place(self):
        x = torch.cat([(torch.arange(8) + 0.5) * STEP, torch.randn(4096)])
        found = open_elements(lambda x: (x / STEP).round_().clamp_(-128, 127), x)
        self.assertLessEqual(set(range(8)), set(found["places"]))
        self.assertEqual(found["high"][0] - found["low"][0], 1)


def halves_and_others():
    return torch.cat([(torch.arange(8) + 0.5) * STEP, torch.randn(4096)])


class CallsTest(unittest.TestCase):
    """Calls of functions, which may have a state outside of any model."""

    def open_elements(self, function, *args, before=0):
        for _ in range(before):
            function(*args)
        expected = jumps.called(function, (args, {}))
        tolerances = {"float32": [0.0, RELATIVE]}
        return jumps.undecided_of_call(function, (args, {}), expected, tolerances, "cpu")

    def test_a_function_of_its_arguments_alone(self):
        x = halves_and_others()
        kept = x.clone()
        found = self.open_elements(lambda x: torch.round(x / STEP), x)
        self.assertEqual(list(found), ["result['result']"])
        self.assertLessEqual(set(range(8)), set(found["result['result']"]["places"]))
        self.assertEqual(found["result['result']"]["high"][0] - found["result['result']"]["low"][0], 1)
        self.assertTrue(torch.equal(x, kept))

    def test_an_argument_that_is_written(self):
        def quantise(x):
            return x.div_(STEP).round_()

        found = self.open_elements(quantise, halves_and_others())
        path = "result['arguments']['args'][0]"
        self.assertLessEqual(set(range(8)), set(found[path]["places"]))

    def test_no_element_is_open_where_a_function_has_a_state(self):
        calls = []
        x = halves_and_others()

        def counts(x, changed):
            calls.append(1)
            codes = torch.round(x / STEP)
            if changed(len(calls)):
                codes[20:25] = 100.0 + len(calls)
            return codes

        states = {
            "that each call changes": lambda count: True,
            "that the first call sets": lambda count: count > 1,
            "that a later call sets": lambda count: count > 5,
            "that one call meets": lambda count: count == 3,
        } | {
            f"of {period} steps": lambda count, period=period: count % period == 0
            for period in range(2, 8)
        }
        for name, changed in states.items():
            calls.clear()
            self.assertEqual(self.open_elements(lambda x: counts(x, changed), x), {}, name)
        calls.clear()
        found = self.open_elements(lambda x: counts(x, lambda count: False), x)
        self.assertTrue(found, "else nothing was tested")

    def test_no_element_is_open_where_a_function_draws_random_numbers(self):
        x = halves_and_others()
        for name, draw in {"torch": lambda: float(torch.rand(1)), "Python": random.random}.items():

            def noisy(x, part):
                codes = torch.round(x / STEP)
                codes[20] = part * draw()
                return codes

            self.assertEqual(self.open_elements(lambda x: noisy(x, 1.0), x), {}, name)
            self.assertEqual(self.open_elements(lambda x: noisy(x, 0.0), x), {}, f"{name}, unseen")

    def test_a_recorded_call_and_a_function_that_is_called_again(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        operations = Operations({"role": "oracle", "device": "cpu", "threads": 1}, folder.name)

        def ask(do, **rest):
            return operations.perform({"do": do, **rest}, [])[0]

        ask("record_calls", implementation=FUNCTION, file_name="f.py", entry="quantise", seed=1, test=CALLING)
        tolerances = {"float32": [0.0, RELATIVE]}
        answer = ask("undecided", index=0, tolerances=tolerances)
        self.assertLessEqual(set(range(8)), set(answer["undecided"]["result['result']"]["places"]))
        self.assertFalse(answer["more"])
        self.assertEqual(ask("undecided", index=1, tolerances=tolerances)["undecided"], {})
        x = halves_and_others()
        operations._args = [x]
        ask("forward", function="quantise", grad=False, check_inputs=False)
        again = ask("undecided", function="quantise", tolerances=tolerances)
        self.assertLessEqual(set(range(8)), set(again["undecided"]["result['result']"]["places"]))
        operations._last = operations._last + 1  # as a state would
        self.assertEqual(ask("undecided", function="quantise", tolerances=tolerances)["undecided"], {})


FUNCTION = """
import torch

def quantise(x, noise=0.0):
    codes = torch.round(x / 0.0371)
    return codes + noise * torch.rand(1) if noise else codes
"""

CALLING = """
x = torch.cat([(torch.arange(8) + 0.5) * 0.0371, torch.randn(4096)])
quantise(x)
quantise(x, noise=0.1)
"""


MODEL = """
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x):
        self.calls += 1
        return {"codes": torch.round(x / 0.0371).to(torch.int8), "kept": x, "dropped": torch.rand(8)}
"""


class OperationTest(unittest.TestCase):
    def test_repeats_the_last_call_without_side_effects(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        operations = Operations({"role": "oracle", "device": "cpu", "threads": 1}, folder.name)

        def ask(do, **rest):
            return operations.perform({"do": do, **rest}, [])[0]

        ask("load", source=MODEL, file_name="m.py")
        ask("construct", **{"class": "Model", "seed": 1, "tf32": False})
        operations._args = [torch.cat([(torch.arange(8) + 0.5) * STEP, torch.randn(4096)])]
        ask("forward", grad=False, seed=5)
        answer = ask("undecided", tolerances={"float32": [0.0, RELATIVE]}, seed=5)
        json.dumps(answer, allow_nan=False)
        self.assertEqual(list(answer["undecided"]), ["result['codes']"])
        self.assertLessEqual(set(range(8)), set(answer["undecided"]["result['codes']"]["places"]))
        self.assertEqual(operations._object.calls.item(), 1)


if __name__ == "__main__":
    unittest.main()
