# SPDX-License-Identifier: Apache-2.0
"""Where the tensors of a result lie."""

from __future__ import annotations

from typing import Any, Callable

import torch

from loupe_worker import failures
from loupe_worker.channel import Message
from loupe_worker.values import tensors_in


def of(result: Any, arguments: Any) -> list[Message]:
    """Device, memory and type of each tensor of a result; `alias`: the argument whose memory it lies
    in, `view`: where in it."""
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
    """Where the elements of a tensor lie in the memory of another; None: not as its elements do."""
    if of.dtype != value.dtype or value.layout != torch.strided or value.is_conj() or value.is_neg():
        return None
    return {
        "offset": value.storage_offset() - of.storage_offset(),
        "shape": list(value.shape),
        "stride": list(value.stride()),
    }


def viewed(of: torch.Tensor, view: Message) -> torch.Tensor:
    """The elements that lie there now."""
    offset = of.storage_offset() + view["offset"]
    return of.detach().as_strided(view["shape"], view["stride"], offset)


def reuses(result: Any, before: Any, arguments: Any) -> bool:
    """Whether a result lies where an earlier one does, which is still there. Not counted is the memory
    of an argument: a view of that is no buffer."""
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
