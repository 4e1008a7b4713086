# SPDX-License-Identifier: Apache-2.0
"""Tests detecting that a reference returns memory that it does not write."""

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

from loupe_worker import poison  # noqa: E402
from loupe_worker.modeloperations import ModelOperations  # noqa: E402


class Stateful(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.empty(64).fill_(2.0))
        self.register_buffer("mean", torch.zeros(64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.mean = 0.9 * self.mean + 0.1 * x.mean(0)
        return x * self.weight - self.mean


class StatefulAndHalfWritten(Stateful):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.empty_like(x)
        y[:, :32] = super().forward(x)[:, :32]
        return y


class Normalised(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.utils.parametrizations.spectral_norm(torch.nn.Linear(64, 64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)


class Masked(torch.nn.Module):
    def __init__(self, dtype: torch.dtype) -> None:
        super().__init__()
        self.dtype = dtype

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.empty(x.shape, dtype=self.dtype)
        y[:, :32] = x[:, :32]
        return y * (torch.arange(64) < 32)


class Flipping(torch.nn.Module):
    """Every second call of the process gives other places, as atomics may."""

    calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        Flipping.calls += 1
        return x.topk(2 + Flipping.calls % 2, -1).indices[:, -2:]


class UnwrittenTest(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(3)

    def found(self, model: torch.nn.Module, rows: int = 512) -> bool:
        oracle = ModelOperations()
        oracle._seed, oracle._device = lambda request: None, "cpu"
        oracle._object, oracle._args, oracle._kwargs = model, [torch.randn(rows, 64)], {}
        with torch.no_grad():
            oracle._last = model(*oracle._args)
        return oracle._do_unwritten({})[0]["unwritten"]

    def test_unwritten_elements_are_found(self):
        # Again and again, because freed memory keeps what it was filled with.
        for rows in (512, 8, 8, 8, 16, 16, 16):
            self.assertTrue(self.found(StatefulAndHalfWritten(), rows), rows)

    def test_a_state_is_not_unwritten_memory(self):
        self.assertFalse(self.found(Stateful()))
        self.assertFalse(self.found(Normalised()))
        self.assertFalse(self.found(Flipping()))

    def test_unwritten_memory_that_a_mask_removes_is_not_found(self):
        for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int64):
            self.assertFalse(self.found(Masked(dtype)), dtype)

    def test_poison_is_large_and_finite(self):
        for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int32):
            filled = torch.full((8,), poison.LARGE, dtype=torch.uint8).view(dtype)
            self.assertTrue(bool(torch.isfinite(filled).all() and (filled > 10_000).all()), dtype)


if __name__ == "__main__":
    unittest.main()
