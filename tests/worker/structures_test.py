# SPDX-License-Identifier: Apache-2.0
"""Tests which structured inputs a reference gets, and what they find."""

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

from loupe_worker import precision, structures, variants  # noqa: E402

F = torch.nn.functional
FAR = list(structures.OF_ALL_INPUTS)
FIRST = list(structures.OF_THE_FIRST)
ORDER = list(structures.OF_ORDER)
LARGE = ["large"]
LIMITS = precision.Limits(1 << 30)


class Of(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


def fitting(function, *args):
    module = Of(function)
    with torch.no_grad():
        result = module(*args)
        return structures.fitting(lambda given: module(*given), module, list(args), result, LIMITS)


class Fitting(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(5)
        self.x = torch.randn(16, 64)

    def test_functions_of_differences(self):
        for name, function in {
            "layer_norm": lambda x: F.layer_norm(x, (64,)),
            "variance": lambda x: x.var(-1),
            "distances": lambda x: torch.cdist(x, x),
            "batch_norm": lambda x: F.batch_norm(x, None, None, training=True),
        }.items():
            self.assertEqual(fitting(function, self.x), FAR, name)
        self.assertEqual(fitting(lambda x: torch.softmax(x, -1), self.x), LARGE + FAR)
        self.assertEqual(fitting(torch.cdist, self.x, self.x + 1), FAR)
        weight, bias = torch.randn(64), torch.randn(64)
        norm = lambda x, w, b: F.layer_norm(x, (64,), w, b)  # noqa: E731
        self.assertEqual(fitting(norm, self.x, weight, bias), FIRST)

    def test_functions_that_order_values(self):
        for function in (lambda x: torch.topk(x, 4), lambda x: x.argmax(-1), lambda x: x.sort(-1)):
            self.assertEqual(fitting(function, self.x), ORDER)

    def test_functions_without_structure(self):
        for function in (
            torch.relu, lambda x: x @ x.t(), lambda x: x.max(), lambda x: torch.ones(4, 4),
            lambda x: x * torch.rsqrt(x.square().mean(-1, keepdim=True)), torch.exp,
        ):  # fmt: skip
            self.assertEqual(fitting(function, self.x), [])

    def test_functions_that_divide_by_a_norm(self):
        rms = lambda x, eps: x * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps)  # noqa: E731
        for function in (lambda x: F.normalize(x), lambda x: rms(x, 1e-5)):
            self.assertEqual(fitting(function, self.x), ["zero_row"])
        self.assertEqual(fitting(lambda x: rms(x, 0.0), self.x), [], "no number at zero")
        weight = torch.rand(64)
        self.assertEqual(fitting(lambda x, w: rms(x, 1e-5) * w, self.x, weight), ["first_zero_row"])

    def test_functions_with_exponentials(self):
        shares = torch.rand(16, 64)
        for function in (torch.sigmoid, torch.tanh, F.softplus, lambda x: torch.logsumexp(x, -1)):
            self.assertEqual(fitting(function, self.x), LARGE)
        loss = F.binary_cross_entropy_with_logits
        self.assertEqual(fitting(loss, self.x, shares), LARGE)
        gated = lambda x, y: torch.sigmoid(x) * torch.exp(y)  # noqa: E731
        self.assertEqual(fitting(gated, self.x, shares), ["first_large"])

    def test_a_reference_that_refuses_one_variant_gets_the_others(self):
        def best(x):
            if bool((x > 1.5).any()):
                raise ValueError("these are no shares")
            return torch.topk(torch.sigmoid(x), 4)

        self.assertEqual(fitting(best, torch.rand(16, 64)), ORDER)


def scan(gate):
    def run(x, a):
        state, states = torch.zeros_like(x[:, 0]), []
        for step in range(x.shape[1]):
            state = gate(a[:, step]) * state + x[:, step]
            states.append(state)
        return torch.stack(states, 1)

    return run


class LongHistory(unittest.TestCase):
    GATES = {
        "near_one": lambda a: a,
        "near_zero": lambda a: torch.exp(-a),
        "high": torch.sigmoid,
        "low": lambda a: torch.sigmoid(-a),
    }

    def setUp(self):
        torch.manual_seed(5)
        self.x, self.a = torch.randn(2, 256, 4), torch.rand(2, 256, 4)

    def test_a_gate_is_found_and_opened(self):
        for name, gate in self.GATES.items():
            large = [] if name == "near_one" else LARGE
            self.assertEqual(fitting(scan(gate), self.x, self.a), [f"long_history:1:{name}", *large])
            swapped = lambda a, x: scan(gate)(x, a)  # noqa: E731, B023
            self.assertEqual(fitting(swapped, self.a, self.x), [f"long_history:0:{name}", *large])

    def test_a_decay_for_each_channel_is_a_gate(self):
        def run(x, decay):
            return scan(lambda a: a)(x, decay.expand_as(x))

        self.assertEqual(fitting(run, self.x, torch.rand(4)), ["long_history:1:near_one"])

    def test_functions_without_a_gate_have_no_long_history(self):
        for function in (
            lambda x, a: (x * a).cumsum(1),
            lambda x, a: x * a,
            lambda x, a: x @ a.transpose(1, 2) @ x,
            lambda x, a: F.avg_pool1d((x * a).transpose(1, 2), 3, 1, 1).transpose(1, 2),
        ):
            self.assertEqual(fitting(function, self.x, self.a), [])

    def test_only_long_history_detects_a_truncated_scan(self):
        whole = scan(lambda a: a)

        def dropped(x, a):
            parts = [whole(x[:, max(0, at - 128) : at + 1], a[:, max(0, at - 128) : at + 1])[:, -1]
                     for at in range(x.shape[1])]  # fmt: skip
            return torch.stack(parts, 1)

        plain = [self.x, self.a]
        torch.testing.assert_close(dropped(*plain), whole(*plain))
        lasting = variants.made("long_history:1:near_one", plain)
        self.assertGreater(float((dropped(*lasting) - whole(*lasting)).abs().max()), 1)


class Overflows(unittest.TestCase):
    """Candidates that are right on usual numbers."""

    def check(self, variant, reference, naive, right):
        torch.manual_seed(3)
        plain = [torch.randn(16, 64)]
        torch.testing.assert_close(naive(*plain), reference(*plain))
        inputs = variants.made(variant, plain)
        wanted = reference(*inputs)
        self.assertTrue(bool(wanted.isfinite().all()))
        torch.testing.assert_close(right(*inputs), wanted)
        self.assertFalse(bool(naive(*inputs).isfinite().all()))

    def test_exponentials_of_large_numbers(self):
        self.check("large", torch.sigmoid, lambda x: x.exp() / (1 + x.exp()), lambda x: 1 / (1 + (-x).exp()))
        self.check("large", F.softplus, lambda x: (1 + x.exp()).log(),
                   lambda x: x.clamp(min=0) + (-x.abs()).exp().log1p())
        self.check("large", torch.tanh, lambda x: ((2 * x).exp() - 1) / ((2 * x).exp() + 1),
                   lambda x: 1 - 2 / (1 + (2 * x).exp()))
        self.check("large", lambda x: x.logsumexp(-1), lambda x: x.exp().sum(-1).log(),
                   lambda x: (x - x.amax(-1, keepdim=True)).exp().sum(-1).log() + x.amax(-1))

    def test_a_quotient_by_zero(self):
        def size(x):
            return x.square().sum(-1, keepdim=True).sqrt()

        self.check("zero_row", lambda x: F.normalize(x, dim=-1), lambda x: x / size(x),
                   lambda x: x / size(x).clamp_min(1e-12))

    def test_a_variance_of_zero_in_each_norm(self):
        images = torch.randn(4, 8, 6, 6)
        (constant,) = variants.made("constant_row", [images])
        for over in ((1, 2, 3), (2, 3), (0, 2, 3)):
            self.assertGreater(float(images.var(over).min()), 0.1)
            self.assertEqual(float(constant.var(over).min()), 0.0)
        (alone,) = variants.made("constant_row", [images[:1]])
        self.assertEqual(float(alone.var((2, 3)).min()), 0.0)
        self.assertGreater(float(alone.var((2, 3)).max()), 0.1)


class HeavyTails(unittest.TestCase):
    def test_signs_stay_and_sizes_change(self):
        torch.manual_seed(3)
        plain = torch.rand(64, 64)
        (made,) = variants.made("heavy_tails", [plain])
        self.assertTrue(bool((made >= 0).all()))
        self.assertGreater(float(made.max()), 10)
        series = lambda x: 2 * sum((x / (2 + x)) ** n / n for n in range(1, 13, 2))  # noqa: E731
        torch.testing.assert_close(series(plain), plain.log1p())
        self.assertGreater(float((series(made) - made.log1p()).abs().max()), 0.1)


class Finding(unittest.TestCase):
    """Uses the strict protocol's arithmetic, with its tolerance of 1e-4."""

    def off(self, reference, candidate, inputs):
        module = Of(reference)
        result = module(*inputs)
        found = precision.repeated(module, inputs, {}, result, LIMITS)
        exact, errors = found.exact, found.errors
        errors |= precision.of_rounding(module, inputs, {}, result, LIMITS)
        wanted, got = exact.double(), candidate(*inputs).double()
        absolute = max(1e-4 * float(wanted.square().mean().sqrt()), 4 * errors["float32"])
        return float(((got - wanted).abs() / (absolute + 1e-4 * wanted.abs())).max())

    def test_a_variance_of_squares_is_wrong_and_two_passes_are_correct(self):
        def of_squares(x):
            mean = x.mean(-1, keepdim=True)
            variance = (x * x).mean(-1, keepdim=True) - mean * mean
            return (x - mean) * torch.rsqrt(variance + 1e-5)

        def one_after_the_other(x):
            def mean_of(x):
                total = torch.zeros(x.shape[0], 1)
                for column in x.split(1, dim=-1):
                    total = total + column
                return total / x.shape[-1]

            centred = x - mean_of(x)
            return centred * torch.rsqrt(mean_of(centred * centred) + 1e-5)

        for columns in (64, 4096):
            torch.manual_seed(columns)
            norm = lambda x: F.layer_norm(x, (columns,))  # noqa: E731, B023
            inputs = variants.made("far_from_zero", [torch.randn(16, columns)])
            self.assertGreater(self.off(norm, of_squares, inputs), 2)
            self.assertLess(self.off(norm, one_after_the_other, inputs), 0.9)

    def test_the_distance_shortcut_is_not_an_expected_result(self):
        def by_squares(x):
            s = (x * x).sum(-1)
            return (s[:, None] + s[None, :] - 2 * x @ x.t()).clamp_min(0).sqrt()

        torch.manual_seed(2)
        (x,) = variants.made("far_from_zero", [torch.randn(64, 32)])
        module = Of(lambda x: torch.cdist(x, x))
        result = module(x)
        found = precision.repeated(module, [x], {}, result, LIMITS, lambda: module(x))
        self.assertEqual(float(found.exact.diagonal().abs().max()), 0.0)
        self.assertLess(found.errors["float32"], 1e-5)
        ((_, largest),) = found.as_timed.values()
        self.assertGreater(largest, 100 * found.errors["float32"])
        direct = (x[:, None] - x[None]).square().sum(-1).sqrt()
        tolerance = 1e-4 * float(found.exact.square().mean().sqrt())
        self.assertLess(float((direct - found.exact).abs().max()), tolerance)
        self.assertGreater(float((by_squares(x) - found.exact).abs().max()), tolerance)
        # A reference of differences takes none.
        module = Of(lambda x: (x[:, None] - x[None]).square().sum(-1).sqrt())
        again = lambda: self.fail("it is called again")  # noqa: E731
        self.assertEqual(precision.repeated(module, [x], {}, module(x), LIMITS, again).as_timed, {})

    def test_distances_by_squares_are_wrong(self):
        def by_squares(x):
            s = (x * x).sum(-1)
            return s[:, None] + s[None, :] - 2 * x @ x.t()

        torch.manual_seed(2)
        inputs = variants.made("far_from_zero", [torch.randn(32, 16)])
        reference = lambda x: ((x[:, None] - x[None]) ** 2).sum(-1)  # noqa: E731
        self.assertGreater(self.off(reference, by_squares, inputs), 2)
        self.assertLess(self.off(reference, reference, inputs), 0.9)


if __name__ == "__main__":
    unittest.main()
