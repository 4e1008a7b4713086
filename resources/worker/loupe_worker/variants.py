# SPDX-License-Identifier: Apache-2.0
"""Makes other inputs from the task's own: the same shapes and types with other values, the same
values with other strides, a few other elements, fewer rows."""

from __future__ import annotations

import math
from typing import Any, Callable

import torch

from loupe_worker import carriers, failures, history, kinds, permutation, sparse
from loupe_worker.failures import Failure
from loupe_worker.values import tensors_in

Change = Callable[[torch.Tensor], torch.Tensor]

_SPIKE_EVERY = 256
_SPIKE = 30.0
# Shift of numbers from zero, in multiples of their root mean square. What cancels there loses half
# of the digits of float32 once it is squared.
_FAR = 128.0
_ALIKE = 1.0 / 16.0  # part of a row that is its own
# Root mean square of large numbers. From 89 on, exponentials overflow float32.
_LARGE = 128.0
_SHORTEST_ROW = 3  # of which an order says something
_SMALLEST_MASK = 8  # elements; fewer may have two values by chance


def _by_chunks(
    value: torch.Tensor, change: Callable[[torch.Tensor], torch.Tensor]
) -> torch.Tensor:
    made = permutation.own(value)
    for part in permutation.chunks(made):
        part.copy_(change(part))
    return made


def _signed(value: torch.Tensor) -> torch.Tensor:
    """Random signs, magnitudes over several decades, a few spikes: still of the task's size."""

    def change(part: torch.Tensor) -> torch.Tensor:
        sign = torch.where(torch.rand(part.shape, device=part.device) < 0.5, -1.0, 1.0)
        return _with_heavy_tails(part) * sign

    return _by_chunks(value, change)


def _heavy_tails(value: torch.Tensor) -> torch.Tensor:
    """The same with the signs that the numbers have, because these may be a reference's domain."""
    return _by_chunks(value, _with_heavy_tails)


def _with_heavy_tails(part: torch.Tensor) -> torch.Tensor:
    wide = part.to(torch.float32)
    spread = torch.exp(torch.randn_like(wide))
    spikes = torch.where(torch.rand_like(wide) < 1.0 / _SPIKE_EVERY, _SPIKE, 1.0)
    return wide * spread * spikes


def _binary(value: torch.Tensor) -> torch.Tensor:
    return _by_chunks(value, lambda part: torch.rand(part.shape, device=part.device) < 0.5)


def _changed(value: torch.Tensor) -> torch.Tensor:
    """Changes the value at a quarter, the half and three quarters of its elements. Of a square
    matrix, these are on the diagonal, which belongs to both triangles."""
    changed = value.clone(memory_format=torch.contiguous_format)
    for quarter in (1, 2, 3):
        place = value.numel() * quarter // 4
        if _is_square(value):
            row = place // value.shape[-1]
            place = row * value.shape[-1] + row % value.shape[-1]
        changed.view(-1)[place] += 1.0
    return changed.to(value.dtype)


def _is_square(value: torch.Tensor) -> bool:
    return value.dim() >= 2 and value.shape[-1] == value.shape[-2]


def _kept_form(value: torch.Tensor, made: torch.Tensor) -> torch.Tensor:
    """Returns new values in the form of the original, on which a candidate may rely: triangular or
    symmetric matrices, and ascending or descending rows."""
    if not _can_have_form(value):
        return made
    if _is_square(value):
        is_upper, is_lower = _triangles(value)
        if is_upper or is_lower:
            made = made.triu() if is_upper else made
            return made.tril() if is_lower else made
        if torch.equal(value, value.mT):
            return made.tril() + made.tril(-1).mT
    elif value.shape[-1] >= _SHORTEST_ROW:
        steps = value[..., 1:] - value[..., :-1]
        if bool((steps >= 0).all()) or bool((steps <= 0).all()):
            return torch.sort(made, dim=-1, descending=bool((steps <= 0).all())).values
    return made


def _can_have_form(value: torch.Tensor) -> bool:
    if value.layout != torch.strided or value.is_complex() or value.element_size() == 1:
        return False
    return not bool((value == value.reshape(-1)[0]).all())


def _triangles(value: torch.Tensor) -> tuple[bool, bool]:
    """Returns whether square matrices are zero below their diagonal, and above it."""
    return torch.equal(value, value.triu()), torch.equal(value, value.tril())


def is_mask(value: torch.Tensor) -> bool:
    """Returns whether a tensor has two values only, such as a mask, labels and their one-hot rows."""
    if value.numel() < _SMALLEST_MASK or not _can_have_form(value):
        return False
    low, high = torch.aminmax(value)
    return bool(((value == low) | (value == high)).all())


def _same(value: torch.Tensor) -> torch.Tensor:
    return value


def _rolled(value: torch.Tensor) -> torch.Tensor:
    """Moves each row to the next. A causal mask has only one form."""
    is_causal = _is_square(value) and any(_triangles(value))
    return value if is_causal else torch.roll(value, 1, 0)


def _ordered(value: torch.Tensor) -> torch.Tensor:
    """Sorts along the last axis in ascending order, so that the large values are adjacent."""
    return torch.sort(value, dim=-1).values if value.dim() > 0 else value


def _alike_rows(value: torch.Tensor) -> torch.Tensor:
    """Makes every row nearly the first one, so that a choice by rows is the same for nearly all."""
    if value.dim() < 2:
        return value
    rows = value.reshape(-1, value.shape[-1])
    mixed = rows[:1] * (1.0 - _ALIKE) + rows * _ALIKE
    return mixed.to(value.dtype).reshape(value.shape)


def _large() -> Change:
    """Returns a change that multiplies all tensors by one power of two, until the first is large."""
    factor: float | None = None

    def change(value: torch.Tensor) -> torch.Tensor:
        nonlocal factor
        wide = value.to(torch.float64)
        if factor is None:
            size = float(wide.square().mean().sqrt())
            is_usual = 0.0 < size < math.inf
            factor = max(1.0, 2.0 ** round(math.log2(_LARGE / size))) if is_usual else 1.0
        return (wide * factor).to(value.dtype)

    return change


def _far() -> Change:
    """Returns a change that adds one number to all tensors, of the magnitude of the first."""
    shift: float | None = None

    def change(value: torch.Tensor) -> torch.Tensor:
        nonlocal shift
        wide = value.to(torch.float64)
        if shift is None:
            size = float(wide.square().mean().sqrt())
            # A power of two keeps the digits that the numbers have there.
            shift = _FAR * 2.0 ** round(math.log2(size)) if 0.0 < size < math.inf else 0.0
        return (wide + shift).to(value.dtype)

    return change


def _constant_row(value: torch.Tensor) -> torch.Tensor:
    """Fills the first sample and the first channel, or the first row, with one number, whose sums
    and means are exact."""
    return _filled(value, 1.0, axes=2)


def _zero_row(value: torch.Tensor) -> torch.Tensor:
    """Fills the first sample or row with zeros."""
    return _filled(value, 0.0, axes=1)


def _filled(value: torch.Tensor, number: float, axes: int) -> torch.Tensor:
    """Fills what is first along the first axes of several entries. The last axis is not the only
    one."""
    if value.dim() < 2:
        return value
    made = value.clone(memory_format=torch.contiguous_format)
    longer = [axis for axis, length in enumerate(value.shape) if length > 1][:axes]
    if not longer or longer[0] == value.dim() - 1:
        return made.fill_(number)
    for axis in longer:
        made.select(axis, 0).fill_(number)
    return made


def _of_the_first(change: Change) -> Change:
    """Returns a change that applies to the first tensor only."""
    is_first = True

    def changed(value: torch.Tensor) -> torch.Tensor:
        nonlocal is_first
        was_first, is_first = is_first, False
        return change(value) if was_first else value

    return changed


def _structured(name: str) -> Change | None:
    known = {
        "ordered": _ordered, "alike_rows": _alike_rows, "constant_row": _constant_row,
        "zero_row": _zero_row, "doubled": lambda value: value * 2, "large": _large(),
        "far_from_zero": _far(),
    }  # fmt: skip
    change = known.get(name.removeprefix("first_"))
    return _of_the_first(change) if change and name.startswith("first_") else change


def _strided(value: torch.Tensor) -> torch.Tensor:
    return value.transpose(-1, -2).contiguous().transpose(-1, -2)


def _values(inputs: list[Any], change: Change, of_masks: Change | None = _same) -> list[Any]:
    """Changes floating tensors; numbers, indices and single elements stay. Masks and labels get
    their own change if there is anything else."""
    changed = 0
    floating = [value for _, value in tensors_in(inputs) if _is_changeable(value)]
    are_special = of_masks is not None and not all(is_mask(value) for value in floating)

    def visit(value: Any) -> Any:
        nonlocal changed
        if isinstance(value, torch.Tensor):
            if not carriers.is_number(value.dtype) or value.numel() < 2:
                return value
            if sparse.is_sparse(value):
                return sparse.with_values(value, visit(sparse.parts(value)[-1]))
            changed += 1
            if are_special and of_masks is not None and is_mask(value.detach()):
                return of_masks(value.detach())
            return _kept_form(value.detach(), change(value.detach()))
        return kinds.rebuilt(value, visit) if kinds.is_holder(value) else value

    made = [visit(value) for value in inputs]
    if changed == 0:
        raise Failure(failures.REFUSED, "it has no floating tensor among its inputs")
    return made


def _is_changeable(value: torch.Tensor) -> bool:
    is_dense = not sparse.is_sparse(value) and value.numel() > 1
    return is_dense and carriers.is_number(value.dtype)


def _matrices(value: torch.Tensor) -> torch.Tensor:
    return _strided(value) if value.dim() >= 2 and min(value.shape[-2:]) > 1 else value


def _fewer_rows(inputs: list[Any]) -> list[Any]:
    found = [value for _, value in tensors_in(inputs) if value.dim() > 0]
    rows = found[0].shape[0] if found else 0
    if rows < 2 or any(value.shape[0] != rows for value in found):
        raise Failure(failures.REFUSED, "its inputs share no first axis of more than one row")

    def visit(value: Any) -> Any:
        if isinstance(value, torch.Tensor) and value.dim() > 0:
            return value[: rows - 1].clone()
        return kinds.rebuilt(value, visit) if kinds.is_holder(value) else value

    return [visit(value) for value in inputs]


def made(variant: str, inputs: list[Any]) -> list[Any]:
    """The inputs in another form. Refused where the task has none such."""
    if variant.startswith(history.NAME):
        return history.made(variant, inputs)
    structured = _structured(variant)
    if structured is not None:
        return _values(inputs, structured)
    if variant == "signed":
        return _values(inputs, _signed, _rolled)
    if variant == "heavy_tails":
        return _values(inputs, _heavy_tails, _rolled)
    if variant == "binary":
        return _values(inputs, _binary, _rolled)
    if variant == "changed":
        return _values(inputs, _changed)
    if variant == "strided":
        strided = _values(inputs, _matrices, None)
        if all(value.is_contiguous() for _, value in tensors_in(strided)):
            raise Failure(failures.REFUSED, "it has no matrix among its inputs")
        return strided
    if variant == "fewer_rows":
        return _fewer_rows(inputs)
    raise Failure(failures.REFUSED, f"there is no variant {variant}")
