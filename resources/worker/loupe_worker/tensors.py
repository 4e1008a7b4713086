# SPDX-License-Identifier: Apache-2.0
"""Tensors in shared memory: the host's, in the layout of core/sandbox/channel/tensorarena.h, or a GPU's."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import mmap
import os
from dataclasses import dataclass
from typing import Any

import torch

from loupe_worker import devicememory, failures

_PAGE = 4096
_ALIGNMENT = 64
_MADV_POPULATE_WRITE = 23  # Linux
_memfd_create, _writev, _pread = os.memfd_create, os.writev, os.pread
_COMPARED_BYTES = 1 << 30  # at a time, because torch allocates a result per element

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
    """Position of a tensor's data in the file."""

    offset: int
    size: int


def name_of(dtype: torch.dtype) -> str | None:
    """Returns the engine's name of a type; None for types it does not know."""
    return _NAMES.get(dtype)


def _round_up(value: int, step: int) -> int:
    return (value + step - 1) // step * step


def _size_of(spec: dict[str, Any]) -> int:
    """Returns the bytes of the tensor's elements."""
    size = DTYPES[spec["dtype"]].itemsize
    for extent in spec["shape"]:
        size *= extent
    return size


def layout(specs: list[dict[str, Any]]) -> tuple[list[Place], int]:
    """Returns each tensor's position and the size of the file."""
    places = []
    end = 0
    for spec in specs:
        size = _size_of(spec)
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


def write(
    values: list[torch.Tensor], device: torch.device | None = None
) -> tuple[list[dict[str, Any]], int]:
    """Copies plain tensors into new memory, the host's (sealed) or the device's. Returns their
    specs and the descriptor."""
    specs = [
        {"name": "", "dtype": _NAMES[value.dtype], "shape": list(value.shape)} for value in values
    ]
    if device is not None:
        return specs, _write_to_device(values, specs, device)
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


def device_layout(specs: list[dict[str, Any]]) -> tuple[list[Place], int]:
    """Returns each tensor's position in a device's memory and the end of the last."""
    places = []
    end = 0
    for spec in specs:
        size = _size_of(spec)
        places.append(Place(end, size))
        end += _round_up(size, devicememory.ALIGNMENT)
    return places, end


def _write_to_device(
    values: list[torch.Tensor], specs: list[dict[str, Any]], device: torch.device
) -> int:
    places, end = device_layout(specs)
    memory, descriptor = devicememory.create(end, device)
    try:
        for value, spec, place in zip(values, specs, places):
            if place.size > 0:
                _copy(_device_view(memory, spec, place), value)
        torch.cuda.synchronize(device)  # a process that maps it does not wait for our stream
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _device_view(memory: torch.Tensor, spec: dict[str, Any], place: Place) -> torch.Tensor:
    flat = memory[place.offset : place.offset + place.size]
    return flat.view(DTYPES[spec["dtype"]]).view(spec["shape"])


def _fill(memory: mmap.mmap, value: torch.Tensor, spec: dict[str, Any], place: Place) -> None:
    # A separate function, so that no view is left when the memory is unmapped.
    if place.size == 0:
        return
    _copy(_view(memory, spec, place), value)


def _copy(target: torch.Tensor, value: torch.Tensor) -> None:
    try:
        target.copy_(value)
    except (RuntimeError, NotImplementedError, TypeError) as error:
        if failures.lacks_memory(error):
            raise
        raise failures.Failure(
            failures.UNREADABLE, f"a tensor's data cannot be read: {error}"
        ) from None


def shared(descriptor: int, specs: list[dict[str, Any]]) -> list[torch.Tensor]:
    """Maps memory of the host to which another process writes again and again."""
    places, size = layout(specs)
    memory = mmap.mmap(descriptor, size)
    # Otherwise the first call on each page would pay for it.
    with contextlib.suppress(OSError):
        memory.madvise(_MADV_POPULATE_WRITE)
    return [_view(memory, spec, place) for spec, place in zip(specs, places)]


def read(
    descriptor: int, specs: list[dict[str, Any]], device: torch.device | None = None
) -> list[torch.Tensor]:
    """Maps received memory without copying it. Writing to a host tensor changes only this process;
    a kernel that writes to a device tensor faults."""
    if device is not None:
        places, end = device_layout(specs)
        received = devicememory.receive(descriptor, end, device)
        return [_device_view(received, spec, place) for spec, place in zip(specs, places)]
    places, size = layout(specs)
    memory = mmap.mmap(descriptor, size, access=mmap.ACCESS_COPY)
    return [_view(memory, spec, place) for spec, place in zip(specs, places)]


def untouched_bytes(addresses: list[int], size: int) -> list[bytes]:
    """Returns the bytes of elements in the host's memory. The kernel reads them: it fails on a page
    that only a signal handler would fill, without triggering the handler."""
    parts = [(ctypes.c_char * size).from_address(address) for address in addresses]
    descriptor = _memfd_create("loupe-glimpse", os.MFD_CLOEXEC)
    try:
        if _writev(descriptor, parts) != size * len(parts):
            raise failures.Failure(failures.UNREADABLE, "a tensor's data cannot be read: Bad address")
        read = _pread(descriptor, size * len(parts), 0)
        return [read[start : start + size] for start in range(0, len(read), size)]
    except OSError as error:
        raise failures.Failure(
            failures.UNREADABLE, f"a tensor's data cannot be read: {error.strerror}"
        ) from None
    finally:
        os.close(descriptor)


def same_bits(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Returns whether the bits are equal, so that NaN equals itself."""
    left, right = _bits(a), _bits(b)
    if left.numel() != right.numel():
        return False
    for start in range(0, left.numel(), _COMPARED_BYTES):
        part, other = left[start : start + _COMPARED_BYTES], right[start : start + _COMPARED_BYTES]
        if part.numel() % 8 == 0 and part.data_ptr() % 8 == other.data_ptr() % 8 == 0:
            part, other = part.view(torch.int64), other.view(torch.int64)
        if not torch.equal(part, other):
            return False
    return True


def _bits(value: torch.Tensor) -> torch.Tensor:
    return value.detach().contiguous().reshape(-1).view(torch.uint8)
