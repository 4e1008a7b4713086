# SPDX-License-Identifier: Apache-2.0
"""Tests calls forward and backward: what a reference and candidates give for the same inputs,
weights and gradients of the results."""

import copy
import os
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

from loupe_worker import baselines, failures  # noqa: E402
from loupe_worker.operations import Operations  # noqa: E402

LINEAR = """
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(6, 4)

    def forward(self, x):
        return self.linear(x)
"""

CONVOLUTION = """
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 5, 3, padding=1)

    def forward(self, x):
        return torch.tanh(self.conv(x))
"""

LAYER_NORM = """
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)

    def forward(self, x):
        return self.norm(x)
"""

SOFTMAX = """
import torch

class Model(torch.nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=-1)
"""

# A function with a backward of its own; %s: the factor of its gradient.
SWISH = """
import torch

class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return %s * gradient * s * (1 + x * (1 - s))

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(5))

    def forward(self, x, scale):
        return Swish.apply(x) * self.weight, (x * scale).sum()
"""

PLAIN_SWISH = (SWISH % "1.0").replace("Swish.apply(x)", "torch.nn.functional.silu(x)")
DETACHED = LINEAR.replace("self.linear(x)", "self.linear(x.detach())")


class GradientsTest(unittest.TestCase):
    def side(self, source, role="oracle", backward=True):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        operations = Operations({"role": role, "device": "cpu", "threads": 1}, folder.name)
        operations.perform({"do": "load", "source": source, "file_name": "m.py"}, [])
        operations.perform(
            {"do": "construct", "class": "Model", "seed": 1, "backward": backward}, []
        )
        return operations

    def called(self, operations, inputs):
        operations._args = inputs
        facts, result, _ = operations.perform({"do": "forward", "check_inputs": False}, [])
        return facts, result

    def both(self, reference, candidate, inputs):
        """Returns the results of both, with the reference's weights."""
        oracle, subject = self.side(reference), self.side(candidate, "subject")
        weights = copy.deepcopy(dict(oracle._object.state_dict()))
        self.assertNotEqual(subject._load_state(weights), "none")
        return self.called(oracle, inputs)[1], self.called(subject, inputs)[1]

    def assert_agree(self, expected, actual):
        self.assertEqual(list(expected["gradients"]), list(actual["gradients"]))
        for name, value in expected["gradients"].items():
            torch.testing.assert_close(actual["gradients"][name], value, msg=name)
        torch.testing.assert_close(actual["forward"], expected["forward"])

    def test_linear_layers_with_other_parameter_names(self):
        x = torch.randn(3, 6)
        expected, actual = self.both(LINEAR, LINEAR.replace("self.linear", "self.own"), [x])
        names = ["input 1", "parameter linear.weight", "parameter linear.bias"]
        self.assertEqual(list(expected["gradients"]), names)
        self.assert_agree(expected, actual)
        self.assertFalse(x.requires_grad, "the inputs stay as they were")
        self.assertIsNone(x.grad)

    def test_a_convolution_against_its_own_arithmetic(self):
        candidate = CONVOLUTION.replace(
            "torch.tanh(self.conv(x))", "2 * torch.sigmoid(2 * self.conv(x)) - 1"
        )
        expected, actual = self.both(CONVOLUTION, candidate, [torch.randn(2, 3, 7, 7)])
        self.assertEqual(expected["gradients"]["parameter conv.weight"].shape, (5, 3, 3, 3))
        self.assert_agree(expected, actual)

    def test_layer_norm_and_softmax_written_out(self):
        candidate = LAYER_NORM.replace(
            "self.norm(x)",
            "(x - x.mean(-1, True)) * (x.var(-1, False, True) + 1e-5).rsqrt() * self.norm.weight"
            " + self.norm.bias",
        )
        self.assert_agree(*self.both(LAYER_NORM, candidate, [torch.randn(4, 8)]))
        candidate = SOFTMAX.replace(
            "torch.softmax(x, dim=-1)", "x.exp() / x.exp().sum(-1, keepdim=True)"
        )
        expected, actual = self.both(SOFTMAX, candidate, [torch.randn(4, 8)])
        self.assertGreater(float(expected["gradients"]["input 1"].abs().max()), 1e-3)
        self.assert_agree(expected, actual)

    def test_several_results_and_a_function_with_a_backward_of_its_own(self):
        inputs = [torch.randn(4, 5), torch.randn(5)]
        expected, actual = self.both(PLAIN_SWISH, SWISH % "1.0", inputs)
        self.assertEqual(list(expected["gradients"]), ["input 1", "input 2", "parameter weight"])
        self.assert_agree(expected, actual)

    def test_a_wrong_backward_is_right_forward_only(self):
        inputs = [torch.randn(4, 5), torch.randn(5)]
        expected, actual = self.both(PLAIN_SWISH, SWISH % "0.9", inputs)
        torch.testing.assert_close(actual["forward"], expected["forward"])
        with self.assertRaisesRegex(AssertionError, "input 1"):
            self.assert_agree(expected, actual)

    def test_a_detaching_candidate_has_no_gradient(self):
        expected, actual = self.both(LINEAR, DETACHED, [torch.randn(3, 6)])
        self.assertEqual(set(expected["gradients"]) - set(actual["gradients"]), {"input 1"})
        whole = LINEAR.replace("self.linear(x)", "self.linear(x).detach()")
        self.assertEqual(self.both(LINEAR, whole, [torch.randn(3, 6)])[1]["gradients"], {})

    def test_an_expanded_gradient_has_its_own_memory(self):
        total = SOFTMAX.replace("torch.softmax(x, dim=-1)", "x.sum()")
        oracle = self.side(total)
        _, first = self.called(oracle, [torch.randn(4, 8)])
        self.assertNotIn(0, first["gradients"]["input 1"].stride())
        same = self.side(SOFTMAX.replace("torch.softmax(x, dim=-1)", "x + 1"))
        x = torch.randn(4, 8)
        self.called(same, [x])
        facts, _ = self.called(same, [x])
        self.assertFalse(facts["reuses_result"], "the gradient of the result is no buffer")

    def test_integers_have_no_gradient(self):
        source = """
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(9, 4)

    def forward(self, rows, scales):
        return {"rows": self.table(rows) * scales["all"][0], "order": rows.argsort()}
"""
        inputs = [torch.arange(5), {"all": [torch.randn(5, 1)]}]
        _, result = self.called(self.side(source), inputs)
        names = ["input 2[all][0]", "parameter table.weight"]
        self.assertEqual(list(result["gradients"]), names)

    def test_the_same_gradients_in_every_type(self):
        oracle = self.side(LINEAR)
        self.called(oracle, [torch.randn(3, 6)])
        single = [each.clone() for each in oracle._object.upstream.values]
        for dtype in (torch.float64, torch.bfloat16, torch.float16):
            of = oracle._object.upstream.of([torch.zeros(3, 4, dtype=dtype)])
            self.assertTrue(torch.equal(of[0].to(torch.float32), single[0]), dtype)

    def test_float64_and_a_second_call_do_not_change_the_model(self):
        oracle = self.side(LINEAR)
        _, result = self.called(oracle, [torch.randn(3, 6)])
        kept = copy.deepcopy(result)
        facts, exact, _ = oracle.perform({"do": "exact", "most_bytes": 1 << 20}, [])
        self.assertLess(facts["errors"]["float32"], 1e-5)
        self.assert_agree(kept, exact)
        self.assert_agree(kept, self.called(oracle, oracle._args)[1])
        self.assertTrue(all(each.grad is None for each in oracle._object.parameters()))

    def test_a_compiled_form_keeps_the_names(self):
        oracle = self.side(LINEAR)
        x = torch.randn(3, 6)
        expected = self.called(oracle, [x])[1]
        inner = torch.compile(oracle._object.model, backend="eager")
        self.assert_agree(expected, oracle._object.with_model(inner)(x))
        with self.assertRaises(failures.Failure):
            baselines.made("unknown", oracle._object, [x], {})

    def test_a_reference_without_gradients_is_a_limit_of_the_task(self):
        for body, why in (
            ("x.argmax(-1)", "autograd follows"),
            ("x.detach() * 2", "autograd follows"),
            ("x.mul_(2)", "in place"),
        ):
            oracle = self.side(SOFTMAX.replace("torch.softmax(x, dim=-1)", body))
            with self.assertRaisesRegex(failures.Failure, why) as caught:
                self.called(oracle, [torch.randn(4, 8)])
            self.assertEqual(caught.exception.kind, failures.NO_GRADIENTS)

    def test_without_the_option_the_result_is_unchanged(self):
        _, result = self.called(self.side(SOFTMAX, backward=False), [torch.randn(4, 8)])
        self.assertIs(type(result), torch.Tensor)


if __name__ == "__main__":
    unittest.main()
