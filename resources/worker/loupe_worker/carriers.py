# SPDX-License-Identifier: Apache-2.0
"""Carries tensors of element types that the engine has no arithmetic for. Each travels as a type
that the engine knows and that holds all of its values, together with its own type's name."""

from __future__ import annotations

import torch

# By value: compared in the carrier's arithmetic.
_BY_VALUE = {
    "uint16": "int32", "uint32": "int64", "complex32": "complex64", "float8_e4m3fnuz": "float16",
    "float8_e5m2fnuz": "float16",
}  # fmt: skip
# By bits: equal if every bit is.
_BY_BITS = {"uint64": "int64"} | dict.fromkeys(
    ["float8_e8m0fnu", "float4_e2m1fn_x2", "bits8", "bits1x8", "bits2x4", "bits4x2"], "uint8"
)
# Type whose tolerance applies, as in core/judge/nestedcomparison.cpp.
_JUDGED_AS = {
    "complex32": "float16", "float8_e4m3fnuz": "float8_e4m3fn", "float8_e5m2fnuz": "float8_e5m2",
}  # fmt: skip

_CARRIERS: dict[torch.dtype, torch.dtype] = {
    getattr(torch, name): getattr(torch, carrier)
    for name, carrier in (_BY_VALUE | _BY_BITS).items()
    if hasattr(torch, name)
}


def name_of(dtype: torch.dtype) -> str:
    """Returns the type's name without its module."""
    return str(dtype).removeprefix("torch.")


def of(dtype: torch.dtype) -> torch.dtype | None:
    """Returns the type that carries it; None if it travels unchanged, or not at all."""
    return _CARRIERS.get(dtype)


def is_number(dtype: torch.dtype) -> bool:
    """Returns whether its elements are real numbers that may change: no scales, and none packed in
    a byte."""
    return dtype.is_floating_point and name_of(dtype) not in _BY_BITS


def judged_as(dtype: torch.dtype) -> str:
    """Returns the name of the type whose tolerance applies."""
    name = name_of(dtype)
    return _JUDGED_AS.get(name, name)


def packed(value: torch.Tensor) -> torch.Tensor:
    """Returns the tensor as the type that carries it, or unchanged if it has none."""
    carrier = of(value.dtype)
    if carrier is None:
        return value
    return value.view(carrier) if name_of(value.dtype) in _BY_BITS else value.to(carrier)


def unpacked(value: torch.Tensor, name: str) -> torch.Tensor:
    """Restores a tensor of the type `name` from the output of packed()."""
    dtype: torch.dtype = getattr(torch, name)
    return value.view(dtype) if name in _BY_BITS else value.to(dtype)
