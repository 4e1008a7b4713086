# SPDX-License-Identifier: Apache-2.0
"""Replaces the values of a recorded call, whose inputs are in a test and cannot be drawn again.

Each floating tensor is multiplied, along each of its axes, by secret factors; axes of the same
length share theirs. Signs, zeros, infinities, shapes and strides stay. Values only move towards
zero, and a square matrix A becomes D A D. A symmetric, positive definite, triangular or regular
matrix therefore stays so. Two products of such factors have no common multiple, so that a kept
result cannot be scaled to the new one."""

from __future__ import annotations

from typing import Any

import torch

from loupe_worker import recording, strided, tensors, variants
from loupe_worker.values import tensors_in

_LEAST_FACTOR = 0.75
_TELLING = 64  # number of elements that usually suffices


def made(value: Any, seed: int) -> tuple[Any, str]:
    """Returns a copy of the value with other numbers, and an empty text; or None and the reason."""
    places = changeable(value)
    if not places:
        return None, "none of its inputs is a floating tensor"
    copied = changed(value, places, seed)
    pairs = zip(tensors_in(value), tensors_in(copied))
    if all(tensors.same_bits(old, new) for (_, old), (_, new) in pairs):
        return None, "its inputs are zero, or not finite"
    return copied, ""


def changed(value: Any, places: list[tuple[int, bool]], seed: int) -> Any:
    """Returns a copy of the value with other numbers at its changeable() places."""
    copied = recording.snapshot(value)
    held, factors = _tensors(copied), _Factors(seed)
    for index, is_sorted in places:
        factors.apply(held[index], is_sorted)
    return copied


def changeable(value: Any) -> list[tuple[int, bool]]:
    """Returns the places of the tensors that are multiplied, and whether each is a sorted row."""
    held = _tensors(value)
    floating = [
        index for index, each in enumerate(held)
        if _is_floating(each) and not strided.overlaps(strided.once(each.detach()))
    ]  # fmt: skip
    # Masks, labels and identity elements keep their meaning if there is anything else.
    chosen = [index for index in floating if not _has_two_values(held[index])] or floating
    return [(index, _is_sorted(strided.once(held[index].detach()))) for index in chosen]


def _tensors(value: Any) -> list[torch.Tensor]:
    return list({id(each): each for _, each in tensors_in(value)}.values())


class _Factors:
    """One vector for each length of an axis."""

    def __init__(self, seed: int) -> None:
        self._generator = torch.Generator().manual_seed(seed)
        self._known: dict[int, torch.Tensor] = {}

    def apply(self, value: torch.Tensor, is_sorted: bool) -> None:
        """Multiplies in place; elements that share memory are multiplied once. A sorted row has one
        factor."""
        with torch.no_grad():
            once = strided.once(value.detach())
            lengths = {length for length in once.shape if length > 1}
            if is_sorted or not lengths:
                _multiply(once, self._of(1).reshape(()))
                return
            # In ascending order, so that every process draws the same.
            for length in sorted(lengths):
                _multiply(once, self._along(once.shape, length))

    def _along(self, shape: torch.Size, length: int) -> torch.Tensor:
        """Returns the factors of all axes of a length. For two axes the product is the same both
        ways."""
        factors = torch.ones((), dtype=torch.float32)
        for axis, extent in enumerate(shape):
            if extent == length:
                alone = [1] * len(shape)
                alone[axis] = length
                factors = factors * self._of(length).reshape(alone)
        return factors

    def _of(self, length: int) -> torch.Tensor:
        if length not in self._known:
            drawn = torch.rand(length, dtype=torch.float64, generator=self._generator)
            self._known[length] = (_LEAST_FACTOR + (1 - _LEAST_FACTOR) * drawn).to(torch.float32)
        return self._known[length]


def _multiply(value: torch.Tensor, factors: torch.Tensor) -> None:
    is_double = value.dtype in (torch.float64, torch.complex128)
    factors = factors.to(device=value.device, dtype=torch.float64 if is_double else torch.float32)
    if value.element_size() == 1:  # torch does not multiply float8
        value.copy_(value.to(torch.float32) * factors)
    else:
        value.mul_(factors)


def _is_floating(value: torch.Tensor) -> bool:
    has_memory = value.layout == torch.strided and value.numel() > 0
    return has_memory and (value.is_floating_point() or value.is_complex())


def _has_two_values(value: torch.Tensor) -> bool:
    return _is_of_zeros_and_ones(value) or variants.is_mask(value.detach())


def _is_of_zeros_and_ones(value: torch.Tensor) -> bool:
    plain = value.detach()
    if plain.element_size() == 1:
        plain = plain.to(torch.float32)
    return bool(((plain == 0) | (plain == 1)).all())


def _is_sorted(value: torch.Tensor) -> bool:
    """Returns whether it is a row in ascending or descending order, such as borders and steps."""
    if value.dim() != 1 or value.numel() < 3 or value.is_complex():
        return False
    for some in (value[:_TELLING], value):  # the beginning decides nearly all
        wide = some.to(torch.float64)
        steps = wide[1:] - wide[:-1]
        if not (bool((steps >= 0).all()) or bool((steps <= 0).all())):
            return False
    return True
