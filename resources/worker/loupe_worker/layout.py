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
    in."""
    inputs = [value for _, value in tensors_in(arguments)]
    facts = []
    for path, value in tensors_in(result)[:256]:
        facts.append(
            {
                "path": path,
                "device": str(value.device),
                "contiguous": _quietly(value.is_contiguous, False),
                "requires_grad": bool(value.requires_grad),
                "alias": next(
                    (i for i, each in enumerate(inputs) if _share_memory(each, value)), None
                ),
                "type": failures.type_name(type(value)),
            }
        )
    return facts


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
