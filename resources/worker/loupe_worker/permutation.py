# SPDX-License-Identifier: Apache-2.0
"""Elements in another order, where the tensor lies. Whoever gives a seed gets the same order from it
on the same kind of device: that is all that a run needs, whose seeds are nobody's before and after."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator

import torch

# Elements that are dealt with at once: of a tensor as large as a good part of the memory, what is
# made on the way is small beside it.
_AT_ONCE = 1 << 24


def generator_on(value: torch.Tensor, seed: int) -> torch.Generator:
    """One that draws where the tensor lies."""
    return torch.Generator(device=value.device).manual_seed(seed)


def chunks(value: torch.Tensor) -> Iterator[torch.Tensor]:
    """The elements of a dense tensor in the order of its memory, some at a time, to be changed in
    place."""
    flat = value.as_strided((value.numel(),), (1,))
    for begin in range(0, value.numel(), _AT_ONCE):
        yield flat[begin : begin + _AT_ONCE]


def own(value: torch.Tensor) -> torch.Tensor:
    """A dense copy in memory of its own, with the strides of the value where those can be kept."""
    return value.detach().clone(memory_format=torch.preserve_format)


@contextlib.contextmanager
def changeable(value: torch.Tensor) -> Iterator[torch.Tensor]:
    """The tensor itself where its memory holds nothing else, else a copy that it gets back."""
    if value.is_contiguous():
        yield value
        return
    copied = own(value)
    yield copied
    value.copy_(copied)


def permute(value: torch.Tensor, generator: torch.Generator | None = None) -> None:
    """Brings the elements of a dense tensor into another order, in place: each chunk in one of its
    own. Without a generator the device's own draws."""
    drawing: dict[str, Any] = {} if generator is None else {"generator": generator}
    for part in chunks(value):
        order = torch.randperm(part.numel(), device=value.device, **drawing)
        part.copy_(part[order])
