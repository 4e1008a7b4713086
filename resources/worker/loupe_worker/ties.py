# SPDX-License-Identifier: Apache-2.0
"""Detects equal values in what a reference orders. Which of them comes first is undefined, so a
result that depends on it cannot judge a candidate."""

from __future__ import annotations

from typing import Any, Callable

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from loupe_worker import carriers, kinds, permutation, sparse
from loupe_worker.values import tensors_in

_ATEN = torch.ops.aten
# Operators that order values, with the default axis; None: they return no indices, or order all
# elements.
_ORDERS = {
    _ATEN.sort: -1, _ATEN.topk: -1, _ATEN.kthvalue: -1, _ATEN.mode: -1, _ATEN.median: None,
    _ATEN.nanmedian: None, _ATEN.max: None, _ATEN.min: None, _ATEN.argmax: None,
    _ATEN.argmin: None,
}  # fmt: skip
_PLACES_ONLY = (_ATEN.argmax, _ATEN.argmin)
_SAME = 1e-3  # part of a result's size that rounding errors stay below
# Rows of this many 16-bit numbers can all differ.
_MOST_NARROW = 1 << 13


class _Reversed(TorchDispatchMode):
    """Reverses the order of equal values: each operator gets its values from the last to the
    first."""

    def __init__(self) -> None:
        super().__init__()
        self.orders = False
        self.found = False  # equal values were ordered

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        given = dict(kwargs or {})
        kind = func.overloadpacket
        if kind not in _ORDERS or _argument(func, args, given, "stable", False):
            return func(*args, **given)
        value = args[0]
        dim = _argument(func, args, given, "dim", _ORDERS[kind])
        if value.dim() == 0 or (dim is None and kind not in _PLACES_ONLY):
            return func(*args, **given)
        self.orders = True
        self.found = self.found or _has_equal(value, dim)
        turned = value.flip(tuple(range(value.dim())) if dim is None else (dim,))
        result = func(turned, *args[1:], **given)
        last = (value.numel() if dim is None else value.shape[dim]) - 1
        if kind in _PLACES_ONLY:
            return last - result
        return type(result)((result[0], last - result[1]))


def _argument(func: Any, args: Any, given: dict[str, Any], name: str, usual: Any) -> Any:
    """Returns an operator's argument `name`."""
    names = [argument.name for argument in func._schema.arguments]
    if name not in names:
        return usual
    place = names.index(name)
    return args[place] if len(args) > place else given.get(name, usual)


def _has_equal(value: torch.Tensor, dim: int | None) -> bool:
    flat = value.reshape(-1) if dim is None else value
    ordered = torch.sort(flat, dim=-1 if dim is None else dim).values
    ordered = ordered.movedim(-1 if dim is None else dim, -1)
    return bool((ordered[..., 1:] == ordered[..., :-1]).any())


def decide(result: Any, again: Callable[[], Any]) -> bool:
    """Returns whether the order of equal values decides the result; `again` repeats the call."""
    mode = _Reversed()
    with mode:
        other = again()
    return mode.found and not agree(result, other)


def orders(call: Callable[[], Any]) -> bool:
    """Returns whether a call orders values along an axis and returns their indices."""
    mode = _Reversed()
    with mode:
        call()
    return mode.orders


def agree(result: Any, other: Any) -> bool:
    """Returns whether two results are equal up to rounding."""
    pairs = list(zip(tensors_in(result), tensors_in(other)))
    return all(_tensors_agree(one, two) for (_, one), (_, two) in pairs)


def _tensors_agree(one: torch.Tensor, two: torch.Tensor) -> bool:
    if sparse.is_sparse(one) or sparse.is_sparse(two):
        one, two = one.to_dense(), two.to_dense()
    if one.shape != two.shape:
        return False
    if not carriers.is_number(one.dtype) and not one.is_complex():
        return torch.equal(carriers.packed(one), carriers.packed(two))
    wide = torch.complex128 if one.is_complex() else torch.float64
    left, right = one.detach().to(wide), two.detach().to(wide)
    size = float(left.abs().nan_to_num(0.0, 0.0, 0.0).square().mean().sqrt()) if one.numel() else 0.0
    return torch.allclose(left, right, rtol=_SAME, atol=_SAME * size, equal_nan=True)


def untied(inputs: list[Any]) -> list[Any]:
    """Returns the inputs without equal numbers in a floating tensor, as far as its type has enough
    numbers. Each is moved by as few steps of its type as possible."""

    def visit(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return _spread(value) if _can_spread(value) else value
        return kinds.rebuilt(value, visit) if kinds.is_holder(value) else value

    return [visit(value) for value in inputs]


def _can_spread(value: torch.Tensor) -> bool:
    if value.layout != torch.strided or value.numel() < 2 or not value.is_floating_point():
        return False
    return value.element_size() > 1 and bool(torch.isfinite(value).all())


def _spread(value: torch.Tensor) -> torch.Tensor:
    whole = {2: torch.int16, 4: torch.int32, 8: torch.int64}[value.element_size()]
    made = permutation.own(value)
    is_narrow = value.element_size() == 2 and value.numel() > _MOST_NARROW
    rows = made.reshape(-1, made.shape[-1]) if is_narrow and made.dim() > 0 else made.reshape(1, -1)
    bits = rows.contiguous().view(whole).to(torch.int64)
    lowest = torch.iinfo(whole).min
    steps = torch.where(bits < 0, lowest - bits, bits)  # in the order of the numbers
    ordered, places = torch.sort(steps, dim=-1, stable=True)
    ranks = torch.arange(ordered.shape[-1], device=ordered.device)
    ordered = torch.cummax(ordered - ranks, dim=-1).values + ranks
    steps = torch.empty_like(steps).scatter_(-1, places, ordered)
    bits = torch.where(steps < 0, lowest - steps, steps).to(whole)
    spread = bits.view(value.dtype).reshape(value.shape)
    if not bool(torch.isfinite(spread).all()):
        return value
    return made.copy_(spread)
