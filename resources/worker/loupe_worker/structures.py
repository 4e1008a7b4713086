# SPDX-License-Identifier: Apache-2.0
"""Chooses a task's structured inputs by what its reference does. If it orders values, their order
and spacing matter. If a number added to all inputs changes nothing, it cancels, and inputs far from
zero show how well."""

from __future__ import annotations

import math
from typing import Any, Callable

import torch

from loupe_worker import failures, history, precision, ties, variants
from loupe_worker.soundness import shuffled
from loupe_worker.values import tensors_in

OF_ORDER = ("ordered", "alike_rows")
OF_ALL_INPUTS = ("far_from_zero", "constant_row")
OF_THE_FIRST = ("first_far_from_zero", "first_constant_row")

_NEAR = 0.2  # part of a result's size
_SAME = 1e-3  # part of a result's size; far from zero, inputs themselves are rounded


def fitting(
    call: Callable[[list[Any]], Any], module: Any, args: list[Any], result: Any,
    limits: precision.Limits,
) -> list[str]:  # fmt: skip
    """Returns the names of the variants that are meaningful for a candidate. `call` calls the
    module with inputs, in its state before it returned the result for `args`."""

    def of(inputs: list[Any]) -> Any:
        return precision.in_float64(module, inputs, {}, result, limits, keeps_type=True)

    found = list(OF_ORDER) if ties.orders(lambda: call(args)) else []
    lasting = history.fitting(call, args, result)
    found += [lasting] if lasting else []
    try:
        for names in (OF_ALL_INPUTS, OF_THE_FIRST):
            far = variants.made(names[0], args)
            # Only plausible cases are tried in float64.
            if not _agree(result, call(far), _NEAR):
                continue
            plain = of(args)
            if _agree(plain, of(far), _SAME) and not _agree(plain, of(shuffled(args)), _SAME):
                return found + list(names)
    except (precision.Unsuitable, failures.Failure):
        pass  # it has no float64 form, or no floating input
    return found


def _agree(plain: Any, moved: Any, tolerance: float) -> bool:
    """Returns whether both are equal up to a part of their size."""
    pairs = list(zip(tensors_in(plain), tensors_in(moved)))
    judged = [(a, b) for (_, a), (_, b) in pairs if _is_judged(a) and _is_judged(b)]
    return bool(judged) and all(_tensors_agree(a, b, tolerance) for a, b in judged)


def _is_judged(value: torch.Tensor) -> bool:
    is_number = value.is_floating_point() and value.element_size() > 1
    return is_number and value.layout == torch.strided and value.numel() > 1


def _tensors_agree(plain: torch.Tensor, moved: torch.Tensor, tolerance: float) -> bool:
    if plain.shape != moved.shape:
        return False
    wide = plain.detach().to(torch.float64)
    size = math.sqrt(float(wide.square().mean()))
    off = float((wide - moved.detach()).abs().max())
    return math.isfinite(off) and off <= tolerance * size
