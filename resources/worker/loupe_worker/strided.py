# SPDX-License-Identifier: Apache-2.0
"""Handles tensors whose elements may share memory: by a stride of 0, as from expand(), or by
strides that are shorter than an axis, as from unfold()."""

from __future__ import annotations

import torch


def room(shape: tuple[int, ...], strides: tuple[int, ...]) -> int:
    """Returns the elements of memory from the first to the last."""
    if 0 in shape:
        return 0
    return 1 + sum((extent - 1) * stride for extent, stride in zip(shape, strides))


def memory_of(value: torch.Tensor) -> torch.Tensor:
    """Returns all elements of memory from the tensor's first to its last, each once."""
    return value.as_strided((room(tuple(value.shape), value.stride()),), (1,))


def once(value: torch.Tensor, strides: tuple[int, ...] | None = None) -> torch.Tensor:
    """Returns the tensor with one element for each axis whose stride is 0."""
    for axis, stride in enumerate(value.stride() if strides is None else strides):
        if stride == 0 and value.shape[axis] > 1:
            value = value.narrow(axis, 0, 1)
    return value


def overlaps(value: torch.Tensor) -> bool:
    """Returns whether two elements may share memory although no stride is 0."""
    covered = 0
    for stride, extent in sorted(zip(value.stride(), value.shape)):
        if extent > 1:
            if stride <= covered:
                return True
            covered += (extent - 1) * stride
    return False


def filled(target: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Fills the target with the values and returns it; elements that share memory get the same
    ones."""
    target_once, value_once = once(target), once(value, target.stride())
    if overlaps(target_once):
        flat = memory_of(target_once)
        places = torch.arange(flat.numel(), device=flat.device)
        where = places.as_strided(target_once.shape, target_once.stride())
        flat[where.reshape(-1)] = value_once.to(flat.device).reshape(-1)
    else:
        target_once.copy_(value_once)
    return target
