# SPDX-License-Identifier: Apache-2.0
"""Inputs whose history matters. With usual gates a recurrence forgets what it read a few steps before, so
that a candidate may drop it and be right all the same."""

from __future__ import annotations

import math
from typing import Any, Callable

import torch

from loupe_worker import carriers, kinds, sparse
from loupe_worker.values import tensors_in

NAME = "long_history"
_SHORTEST = 32  # steps that an axis must have
_MOST_INPUTS = 8  # that are tried as a gate
_STEP = 2.0**-12  # from a gate's limit: thousands of steps do not reach the limit of float32
_FORGOTTEN = 1e-3  # part of a result's size
_REMEMBERED = 1e-2

# Values for which common gates let everything through: a, exp(-a) or 1 - a, sigmoid(a), sigmoid(-a).
_GATES = {"near_one": (1.0, -_STEP), "near_zero": (0.0, _STEP), "high": (10.0, 0.0), "low": (-10.0, 0.0)}

Call = Callable[[list[Any]], Any]


def fitting(call: Call, args: list[Any], result: Any) -> str | None:
    """Returns the variant under which the first half of an axis decides the last of the results, if with
    `args` it decides only those that follow at once."""
    inputs = [value for _, value in tensors_in(args) if _is_number(value)]
    if not 2 <= len(inputs) <= _MOST_INPUTS:
        return None
    for axis, length in _axes(inputs, result):
        other = call(_with_another_first_half(args, axis, length))
        if not (_differs(result, other, axis, length // 2, _FORGOTTEN)
                and not _differs(result, other, axis, length - 1, _FORGOTTEN)):  # fmt: skip
            continue
        for place in reversed(range(len(inputs))):
            for gate in _GATES:
                name = f"{NAME}:{place}:{gate}"
                gated = made(name, args)
                kept = call(gated)
                other = call(_with_another_first_half(gated, axis, length))
                if _differs(kept, other, axis, length - 1, _REMEMBERED):
                    return name
    return None


def made(name: str, inputs: list[Any]) -> list[Any]:
    """Returns the inputs with one of them as a gate that lets everything through."""
    _, place, gate = name.split(":")
    base, step = _GATES[gate]
    count = -1

    def change(value: torch.Tensor) -> torch.Tensor:
        nonlocal count
        count += 1
        if count != int(place):
            return value
        wide = torch.rand(value.shape, device=value.device) * step + base
        return wide.to(value.dtype)

    return [_changed(value, change) for value in inputs]


def _is_number(value: torch.Tensor) -> bool:
    is_wide = carriers.is_number(value.dtype) and value.element_size() > 1
    return is_wide and value.numel() > 1 and not sparse.is_sparse(value)


def _changed(value: Any, change: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    if isinstance(value, torch.Tensor):
        return change(value.detach()) if _is_number(value) else value
    return kinds.rebuilt(value, lambda each: _changed(each, change)) if kinds.is_holder(value) else value


def _axes(inputs: list[torch.Tensor], result: Any) -> list[tuple[int, int]]:
    """Returns the axes, and their lengths, that the result shares with an input."""
    found = {
        (axis, length)
        for _, value in tensors_in(result) if _is_number(value)
        for axis, length in enumerate(value.shape)
        if length >= _SHORTEST and any(_has(each, axis, length) for each in inputs)
    }  # fmt: skip
    return sorted(found)


def _has(value: torch.Tensor, axis: int, length: int) -> bool:
    return value.dim() > axis and value.shape[axis] == length


def _with_another_first_half(args: list[Any], axis: int, length: int) -> list[Any]:
    def change(value: torch.Tensor) -> torch.Tensor:
        if not _has(value, axis, length):
            return value
        other = value.clone(memory_format=torch.contiguous_format)
        other.narrow(axis, 0, length // 2).mul_(0.5)
        return other

    return [_changed(value, change) for value in args]


def _differs(one: Any, other: Any, axis: int, index: int, part: float) -> bool:
    """Returns whether finite results differ at an index of an axis by more than a part of their size."""
    for (_, a), (_, b) in zip(tensors_in(one), tensors_in(other)):
        if not _is_number(a) or a.dim() <= axis or a.shape[axis] <= index or a.shape != b.shape:
            continue
        at = a.select(axis, index).detach().to(torch.float64)
        off = float((at - b.select(axis, index).detach()).abs().max()) if at.numel() else 0.0
        size = math.sqrt(float(at.square().mean())) if at.numel() else 0.0
        if math.isfinite(off) and math.isfinite(size) and off > part * size:
            return True
    return False
