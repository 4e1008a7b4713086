# SPDX-License-Identifier: Apache-2.0
"""Tensors in shared memory, in the layout of core/sandbox/tensorarena.h."""

from __future__ import annotations

import fcntl
import mmap
import os
from dataclasses import dataclass
from typing import Any

import torch

from loupe_worker import failures

_PAGE = 4096
_ALIGNMENT = 64

DTYPES: dict[str, torch.dtype] = {
    name: getattr(torch, name)
    for name in (
        "bool", "int8", "uint8", "int16", "int32", "int64", "float16", "bfloat16", "float32",
        "float64", "complex64", "complex128", "float8_e4m3fn", "float8_e5m2",
    )
    if hasattr(torch, name)
}  # fmt: skip
_NAMES = {dtype: name for name, dtype in DTYPES.items()}


@dataclass
class Place:
    """Where a tensor's data lies in the file."""

    offset: int
    size: int


def name_of(dtype: torch.dtype) -> str | None:
    """The engine's name of a type; None for types it does not know."""
    return _NAMES.get(dtype)


def _round_up(value: int, step: int) -> int:
    return (value + step - 1) // step * step


def layout(specs: list[dict[str, Any]]) -> tuple[list[Place], int]:
    """Each tensor's place and the size of the file."""
    places = []
    end = 0
    for spec in specs:
        size = DTYPES[spec["dtype"]].itemsize
        for extent in spec["shape"]:
            size *= extent
        aligned = _round_up(size, _ALIGNMENT)
        pages = max(_round_up(aligned, _PAGE), _PAGE)
        places.append(Place(end + pages - aligned, size))
        end += pages
    return places, end


def _view(memory: mmap.mmap, spec: dict[str, Any], place: Place) -> torch.Tensor:
    dtype = DTYPES[spec["dtype"]]
    if place.size == 0:
        return torch.empty(spec["shape"], dtype=dtype)
    flat = torch.frombuffer(
        memory, dtype=dtype, count=place.size // dtype.itemsize, offset=place.offset
    )
    return flat.view(spec["shape"])


def write(values: list[torch.Tensor]) -> tuple[list[dict[str, Any]], int]:
    """Copies plain tensors into new sealed memory: their specs and the descriptor."""
    specs = [
        {"name": "", "dtype": _NAMES[value.dtype], "shape": list(value.shape)} for value in values
    ]
    places, size = layout(specs)
    descriptor = os.memfd_create("loupe-tensors", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        os.ftruncate(descriptor, size)
        with mmap.mmap(descriptor, size) as memory:
            for value, spec, place in zip(values, specs, places):
                _fill(memory, value, spec, place)
        fcntl.fcntl(
            descriptor,
            fcntl.F_ADD_SEALS,
            fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL,
        )
    except BaseException:
        os.close(descriptor)
        raise
    return specs, descriptor


def _fill(memory: mmap.mmap, value: torch.Tensor, spec: dict[str, Any], place: Place) -> None:
    # Its own function, so that no view is left when the memory is unmapped.
    if place.size == 0:
        return
    try:
        # With CUDA IPC the device's memory would be handed over here instead.
        _view(memory, spec, place).copy_(value)
    except (RuntimeError, NotImplementedError, TypeError) as error:
        raise failures.Failure(
            failures.UNREADABLE, f"a tensor's data cannot be read: {error}"
        ) from None


def read(descriptor: int, specs: list[dict[str, Any]]) -> list[torch.Tensor]:
    """Maps received memory without copying it; writing to a tensor changes only this process."""
    places, size = layout(specs)
    memory = mmap.mmap(descriptor, size, access=mmap.ACCESS_COPY)
    return [_view(memory, spec, place) for spec, place in zip(specs, places)]
