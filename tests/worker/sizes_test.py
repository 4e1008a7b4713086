# SPDX-License-Identifier: Apache-2.0
"""Tests estimates of a task's memory against hand-counted sizes of small models."""

import os
import sys
import time
import unittest
from unittest import mock

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed: skipped")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import sizes  # noqa: E402

# Import what each process would import again.
import torch._meta_registrations  # noqa: E402
import torch.fx.experimental.symbolic_shapes  # noqa: E402


class Stages(torch.nn.Module):
    """Two products; the first is freed before the second exists."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = torch.nn.Linear(width, 100, bias=False)
        self.second = torch.nn.Linear(100, 10, bias=False)
        self.register_buffer("mask", torch.ones(7))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.first(x).view(-1, 100))


kept = []


class Keeping(torch.nn.Module):
    """Keeps its result for the next call, like tasks that cache masks."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not kept:
            kept.append(torch.ones(3))
        return x + kept[0]


class Sleeping(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        time.sleep(60)
        return x


def rows(count, width=50):
    return lambda: [torch.rand(count, width)]


class SizesTest(unittest.TestCase):
    def test_inputs_weights_result_and_peak_memory(self):
        found = sizes.of_model(rows(20), Stages, lambda: [50])
        self.assertEqual(found["bytes"], 20 * 50 * 4)
        self.assertEqual(found["weights"], (50 * 100 + 100 * 10 + 7) * 4)
        self.assertEqual(found["result"], 20 * 10 * 4)
        self.assertEqual(sizes.of_inputs(rows(20)), found["bytes"])
        self.assertEqual(found["peak"], 20 * 100 * 4 + 20 * 10 * 4)

    def test_a_result_that_is_an_input_is_counted_as_a_result(self):
        found = sizes.of_model(rows(20), torch.nn.Identity, list)
        self.assertEqual((found["result"], found["peak"]), (4000, 4000))

    def test_gigabytes_allocate_nothing(self):
        found = sizes.of_model(rows(1 << 20, 1 << 14), torch.nn.ReLU, list)
        self.assertEqual(found["bytes"], 1 << 36)
        self.assertEqual(found["peak"], 1 << 36)

    def test_value_dependent_sizes_are_unknown(self):
        def by_value():
            return [torch.rand(int(torch.rand(1)) + 3)]

        class ByValue(torch.nn.Module):
            def forward(self, x):
                return x[x > 0.5]

        self.assertEqual(sizes.of_inputs(by_value), None)
        self.assertEqual(sizes.of_model(by_value, torch.nn.ReLU, list), {"bytes": None})
        found = sizes.of_model(rows(2), ByValue, list)
        self.assertEqual(found, {"bytes": 400, "weights": 0})

    def test_value_dependent_conditions_are_assumed_true(self):
        class Masked(torch.nn.Module):
            def forward(self, x):
                return x if bool((x > 0).all()) else torch.cat([x, x])

        self.assertEqual(sizes.of_model(rows(20), Masked, list)["result"], 4000)

    def test_a_loop_that_depends_on_values_is_not_known(self):
        class Until(torch.nn.Module):
            def forward(self, x):
                while float(x.sum()) > 0:
                    x = x - 1
                return x

        self.assertEqual(sizes.of_model(rows(2), Until, list), {"bytes": 400, "weights": 0})

    def test_leaves_no_state(self):
        state = torch.get_rng_state()
        self.assertEqual(sizes.of_model(rows(2, 3), Keeping, list)["result"], 24)
        self.assertEqual(kept, [])
        self.assertTrue(torch.equal(torch.get_rng_state(), state))
        self.assertEqual(float(Keeping()(torch.ones(3))[0]), 2.0)

    def test_a_call_that_does_not_end_is_ended(self):
        with mock.patch.object(sizes, "_LONGEST_SECONDS", 0.2):
            self.assertEqual(sizes.of_model(rows(2), Sleeping, list), {"bytes": None})
        self.assertRaises(ChildProcessError, os.waitpid, -1, os.WNOHANG)


if __name__ == "__main__":
    unittest.main()
