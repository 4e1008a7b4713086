# SPDX-License-Identifier: Apache-2.0
"""Describes the memory of a result's tensors."""

from __future__ import annotations

from typing import Any, Callable

import torch

from loupe_worker import failures
from loupe_worker.channel import Message
from loupe_worker.values import tensors_in


def of(result: Any, arguments: Any) -> list[Message]:
    """Returns device, memory and type of each tensor of a result. `alias` is the argument whose
    memory it shares, `view` the position in it."""
    inputs = [value for _, value in tensors_in(arguments)]
    facts = []
    for path, value in tensors_in(result)[:256]:
        alias = next((i for i, each in enumerate(inputs) if _share_memory(each, value)), None)
        facts.append(
            {
                "path": path,
                "device": str(value.device),
                "contiguous": _quietly(value.is_contiguous, False),
                "requires_grad": bool(value.requires_grad),
                "alias": alias,
                "view": None if alias is None else _view(inputs[alias], value),
                "type": failures.type_name(type(value)),
            }
        )
    return facts


def _view(of: torch.Tensor, value: torch.Tensor) -> Message | None:
    """Returns the position of a tensor's elements in the memory of another; None if their
    representations differ."""
    if of.dtype != value.dtype or value.layout != torch.strided or value.is_conj() or value.is_neg():
        return None
    return {
        "offset": value.storage_offset() - of.storage_offset(),
        "shape": list(value.shape),
        "stride": list(value.stride()),
    }


def viewed(of: torch.Tensor, view: Message) -> torch.Tensor:
    """Returns the current elements at that position."""
    offset = of.storage_offset() + view["offset"]
    return of.detach().as_strided(view["shape"], view["stride"], offset)


def reuses(result: Any, before: Any, arguments: Any) -> bool:
    """Returns whether a result shares memory with an earlier one that still exists. Ignores the
    memory of arguments: a view of these is not a buffer."""
    inputs = [value for _, value in tensors_in(arguments)]
    earlier = [value for _, value in tensors_in(before)]
    return any(
        _share_memory(each, value)
        for _, value in tensors_in(result)
        if not any(_share_memory(given, value) for given in inputs)
        for each in earlier
    )


def _share_memory(a: torch.Tensor, b: torch.Tensor) -> bool:
    return bool(
        _quietly(
            lambda: a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()
            and a.untyped_storage().nbytes() > 0,
            False,
        )
    )


def _quietly(function: Callable[[], Any], otherwise: Any) -> Any:
    try:
        return function()
    except (RuntimeError, NotImplementedError):
        return otherwise
