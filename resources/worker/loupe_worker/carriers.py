# SPDX-License-Identifier: Apache-2.0
"""Element types that the engine has no arithmetic for. A tensor of one travels as a tensor of a type that
the engine knows and that holds all of its values, and its own type goes with it by name."""

from __future__ import annotations

import torch

# By value: the carrier is compared in the carrier's arithmetic.
_BY_VALUE = {
    "uint16": "int32", "uint32": "int64", "complex32": "complex64", "float8_e4m3fnuz": "float16",
    "float8_e5m2fnuz": "float16",
}  # fmt: skip
# By bits: equal where every bit is.
_BY_BITS = {"uint64": "int64"} | dict.fromkeys(
    ["float8_e8m0fnu", "float4_e2m1fn_x2", "bits8", "bits1x8", "bits2x4", "bits4x2"], "uint8"
)
# Whose tolerance holds for a type, as core/judge/nestedcomparison.cpp has it.
_JUDGED_AS = {
    "complex32": "float16", "float8_e4m3fnuz": "float8_e4m3fn", "float8_e5m2fnuz": "float8_e5m2",
}  # fmt: skip

_CARRIERS: dict[torch.dtype, torch.dtype] = {
    getattr(torch, name): getattr(torch, carrier)
    for name, carrier in (_BY_VALUE | _BY_BITS).items()
    if hasattr(torch, name)
}


def name_of(dtype: torch.dtype) -> str:
    """The type's name without its module."""
    return str(dtype).removeprefix("torch.")


def of(dtype: torch.dtype) -> torch.dtype | None:
    """The type that carries it; None for a type that travels as it is, or not at all."""
    return _CARRIERS.get(dtype)


def is_number(dtype: torch.dtype) -> bool:
    """Whether its elements are real numbers that may be others: no scales, and none packed in a byte."""
    return dtype.is_floating_point and name_of(dtype) not in _BY_BITS


def judged_as(dtype: torch.dtype) -> str:
    """The name of the type whose tolerance holds for it."""
    name = name_of(dtype)
    return _JUDGED_AS.get(name, name)


def packed(value: torch.Tensor) -> torch.Tensor:
    """The tensor as the type that carries it; itself where it travels as it is."""
    carrier = of(value.dtype)
    if carrier is None:
        return value
    return value.view(carrier) if name_of(value.dtype) in _BY_BITS else value.to(carrier)


def unpacked(value: torch.Tensor, name: str) -> torch.Tensor:
    """What packed() had of a tensor of the type `name`."""
    dtype: torch.dtype = getattr(torch, name)
    return value.view(dtype) if name in _BY_BITS else value.to(dtype)
