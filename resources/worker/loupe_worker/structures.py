# SPDX-License-Identifier: Apache-2.0
"""Chooses a task's structured inputs by what its reference does. If it orders values, their order
and spacing matter. If a number added to all inputs changes nothing, it cancels, and inputs far from
zero show how well. If a factor of all inputs changes nothing, the reference divides by their size,
which may be zero. If it computes exponentials, those of large numbers may overflow."""

from __future__ import annotations

import math
from typing import Any, Callable

import torch

from torch.utils._python_dispatch import TorchDispatchMode

from loupe_worker import compileroff, failures, history, precision, ties, variants
from loupe_worker.soundness import shuffled
from loupe_worker.values import tensors_in

OF_ORDER = ("ordered", "alike_rows")
OF_ALL_INPUTS = ("far_from_zero", "constant_row")
OF_THE_FIRST = ("first_far_from_zero", "first_constant_row")
ZERO = ("zero_row", "first_zero_row")
LARGE = ("large", "first_large")

_NEAR = 0.2  # part of a result's size
_SAME = 1e-3  # part of a result's size; far from zero, inputs themselves are rounded


# Operators that compute exponentials, with finite results for large numbers.
_EXPONENTIALS = frozenset(
    "_log_softmax _softmax binary_cross_entropy_with_logits celu elu exp exp2 expm1 gelu glu "
    "log_sigmoid_forward logaddexp logaddexp2 logcumsumexp logsumexp mish silu "
    "sigmoid softplus tanh".split()
)
_ATTENTION = "_scaled_dot_product"  # begins the names of its operators


class _Exponentials(TorchDispatchMode):
    """Notes whether a call computes exponentials."""

    def __init__(self) -> None:
        super().__init__()
        self.were_used = False

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        name = func.overloadpacket.__name__
        is_one = name.rstrip("_") in _EXPONENTIALS or name.startswith(_ATTENTION)
        self.were_used = self.were_used or is_one
        return func(*args, **(kwargs or {}))


Call = Callable[[list[Any]], Any]


def fitting(
    call: Call, module: Any, args: list[Any], result: Any, limits: precision.Limits
) -> list[str]:
    """Returns the names of the variants that are meaningful for a candidate. `call` calls the
    module with inputs, in its state before it returned the result for `args`."""

    def of(inputs: list[Any]) -> Any:
        return precision.in_float64(module, inputs, {}, result, limits, keeps_type=True)

    def changes_nothing(name: str) -> bool:
        """Returns whether a variant keeps a result that other inputs change."""
        moved = variants.made(name, args)
        # Only plausible cases are tried in float64.
        if not _agree(result, call(moved), _NEAR):
            return False
        plain = of(args)
        return _agree(plain, of(moved), _SAME) and not _agree(plain, of(shuffled(args)), _SAME)

    def divides_by_size(name: str) -> bool:
        is_free = changes_nothing(name.replace("zero_row", "doubled"))
        return is_free and _is_finite(call(variants.made(name, args)))

    def stays_finite(name: str) -> bool:
        large = variants.made(name, args)
        called = call(large)
        if _is_finite(called):
            precision.repeated(module, large, {}, called, limits)  # raises what it cannot judge
        return _is_finite(called)

    found = list(OF_ORDER) if ties.orders(lambda: call(args)) else []
    lasting = history.fitting(call, args, result)
    found += [lasting] if lasting else []
    if _computes_exponentials(call, args):
        found += _first_that(LARGE, stays_finite)
    for names in (OF_ALL_INPUTS, OF_THE_FIRST):
        if _first_that(names[:1], changes_nothing):
            return found + list(names)  # a constant row serves as one of zeros
    return found + _first_that(ZERO, divides_by_size)


def _first_that(names: tuple[str, ...], fits: Callable[[str], bool]) -> list[str]:
    for name in names:
        try:
            if fits(name):
                return [name]
        except Exception as error:  # no rule says that a reference must take such values
            if failures.lacks_memory(error):
                raise
    return []


def _computes_exponentials(call: Call, args: list[Any]) -> bool:
    mode = _Exponentials()
    with mode:
        call(args)
    return mode.were_used


def _is_finite(result: Any) -> bool:
    return all(
        bool(torch.isfinite(each).all())
        for _, each in tensors_in(result)
        if each.is_floating_point() and each.element_size() > 1 and each.layout == torch.strided
    )


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


compileroff.keep_off(_Exponentials())  # now, because a reference may import the compiler itself
