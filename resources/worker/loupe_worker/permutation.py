# SPDX-License-Identifier: Apache-2.0
"""Permutes elements in place. The same seed gives the same order on the same kind of device. That
suffices for a run, because its seeds are not used elsewhere."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

import torch

# Number of elements handled at once. For a tensor that fills much of the memory, the intermediate
# tensors are small in comparison.
_AT_ONCE = 1 << 24


def generator_on(value: torch.Tensor, seed: int) -> torch.Generator:
    """Returns a generator that draws on the tensor's device."""
    return torch.Generator(device=value.device).manual_seed(seed)


def chunks(value: torch.Tensor) -> Iterator[torch.Tensor]:
    """Yields the elements of a dense tensor in memory order, some at a time, to be changed in
    place."""
    flat = value.as_strided((value.numel(),), (1,))
    for begin in range(0, value.numel(), _AT_ONCE):
        yield flat[begin : begin + _AT_ONCE]


def own(value: torch.Tensor) -> torch.Tensor:
    """Returns a dense copy in separate memory, with the value's strides if these can be kept."""
    return value.detach().clone(memory_format=torch.preserve_format)


@contextlib.contextmanager
def changeable(value: torch.Tensor) -> Iterator[torch.Tensor]:
    """Yields the tensor itself if its memory holds nothing else, else a copy that is written
    back."""
    if value.is_contiguous():
        yield value
        return
    copied = own(value)
    yield copied
    value.copy_(copied)


def permute(value: torch.Tensor, generator: torch.Generator | None = None) -> None:
    """Permutes the elements of a dense tensor in place, each chunk separately. Without a generator
    the device's own is used."""
    drawing: dict[str, Any] = {} if generator is None else {"generator": generator}
    for part in chunks(value):
        order = torch.randperm(part.numel(), device=value.device, **drawing)
        part.copy_(part[order])
