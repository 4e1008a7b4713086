# SPDX-License-Identifier: Apache-2.0
"""Measures how much of one result is within a suite's tolerance of another."""

from __future__ import annotations

from typing import Any

import torch

from loupe_worker.values import tensors_in

# Number of elements compared at once, because a result may fill much of the memory.
_AT_ONCE = 1 << 26


class Closeness:
    """Tolerances by element type: {"float32": [absolute, relative]}; others are exact."""

    def __init__(self, tolerances: dict[str, list[float]], equal_nan: bool) -> None:
        self._tolerances = tolerances
        self._equal_nan = equal_nan

    def share(self, expected: Any, actual: Any) -> float:
        """Returns the share of all expected elements; 0 if shapes or structure differ."""
        pairs = list(zip(tensors_in(expected), tensors_in(actual)))
        if len(tensors_in(expected)) != len(tensors_in(actual)):
            return 0.0
        if not pairs:
            return 1.0 if expected == actual else 0.0
        total = sum(a.numel() for (_, a), _ in pairs)
        if total == 0:
            return 1.0
        if any(a.shape != b.shape for (_, a), (_, b) in pairs):
            return 0.0
        within = sum(self._count(a, b) for (_, a), (_, b) in pairs)
        return within / total

    def of_tensors(self, expected: torch.Tensor, actual: torch.Tensor) -> float:
        if expected.shape != actual.shape:
            return 0.0
        return self._count(expected, actual) / expected.numel() if expected.numel() > 0 else 1.0

    def _count(self, expected: torch.Tensor, actual: torch.Tensor) -> int:
        absolute, relative = self._tolerances.get(
            str(expected.dtype).removeprefix("torch."), [0.0, 0.0]
        )
        left = expected.detach().reshape(-1)
        right = actual.detach().to(expected.device).reshape(-1)
        count = 0
        for begin in range(0, left.numel(), _AT_ONCE):
            e, a = left[begin : begin + _AT_ONCE], right[begin : begin + _AT_ONCE]
            if not (e.is_floating_point() or e.is_complex()):
                count += int((e == a.to(e.dtype)).sum())
                continue
            if e.element_size() < 4:
                e, a = e.to(torch.float32), a.to(torch.float32)
            close = torch.isclose(
                a.to(e.dtype), e, rtol=relative, atol=absolute, equal_nan=self._equal_nan
            )
            count += int(close.sum())
        return count
