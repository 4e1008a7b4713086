# SPDX-License-Identifier: Apache-2.0
"""Memory of a GPU that other processes can map, through CUDA's driver. The layout of tensors in it
is that of core/sandbox/channel/devicetensors.h."""

from __future__ import annotations

import ctypes
from typing import Any

import torch

ALIGNMENT = 256

_POSIX_DESCRIPTOR = 1  # CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
_PINNED = 1  # CU_MEM_ALLOCATION_TYPE_PINNED
_ON_DEVICE = 1  # CU_MEM_LOCATION_TYPE_DEVICE
_READ = 1  # CU_MEM_ACCESS_FLAGS_PROT_READ
_READ_WRITE = 3
_OUT_OF_MEMORY = 2  # CUDA_ERROR_OUT_OF_MEMORY

_Pointer = ctypes.c_uint64  # CUdeviceptr, CUmemGenericAllocationHandle


class _Location(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("id", ctypes.c_int)]


class _Flags(ctypes.Structure):
    _fields_ = [
        ("compression", ctypes.c_ubyte), ("rdma", ctypes.c_ubyte),
        ("usage", ctypes.c_ushort), ("reserved", ctypes.c_ubyte * 4),
    ]  # fmt: skip


class _Properties(ctypes.Structure):  # CUmemAllocationProp
    _fields_ = [
        ("type", ctypes.c_int), ("handles", ctypes.c_int), ("location", _Location),
        ("win32", ctypes.c_void_p), ("flags", _Flags),
    ]  # fmt: skip


class _Access(ctypes.Structure):  # CUmemAccessDesc
    _fields_ = [("location", _Location), ("flags", ctypes.c_int)]


_library: Any = None


def _cuda(name: str, *arguments: Any) -> None:
    """Calls the driver; raises torch's out-of-memory error if the device is full."""
    global _library
    if _library is None:
        _library = ctypes.CDLL("libcuda.so.1")
    code = getattr(_library, name)(*arguments)
    if code == _OUT_OF_MEMORY:
        raise torch.cuda.OutOfMemoryError("CUDA out of memory: no room to hand a value over")
    if code != 0:
        raise RuntimeError(f"{name} failed: CUDA error {code}")


def _properties(ordinal: int) -> _Properties:
    made = _Properties()
    made.type = _PINNED
    made.handles = _POSIX_DESCRIPTOR
    made.location = _Location(_ON_DEVICE, ordinal)
    return made


def _size(data_bytes: int, ordinal: int) -> tuple[int, int]:
    """Returns the bytes of the whole pages that hold `data_bytes`, at least one, and of a page."""
    page = ctypes.c_size_t()
    _cuda("cuMemGetAllocationGranularity", ctypes.byref(page), ctypes.byref(_properties(ordinal)), 0)
    step = page.value
    return max((data_bytes + step - 1) // step * step, step), step


class _Mapping:
    """A handle's memory in this process's address space, for the object's lifetime."""

    def __init__(self, handle: _Pointer, data_bytes: int, ordinal: int, access: int) -> None:
        self._address, self._is_mapped = 0, False
        self._size, page = _size(data_bytes, ordinal)
        address = _Pointer()
        _cuda("cuMemAddressReserve", ctypes.byref(address), ctypes.c_size_t(self._size),
              ctypes.c_size_t(page), _Pointer(0), ctypes.c_ulonglong(0))  # fmt: skip
        self._address = address.value
        _cuda("cuMemMap", address, ctypes.c_size_t(self._size), ctypes.c_size_t(0), handle,
              ctypes.c_ulonglong(0))  # fmt: skip
        self._is_mapped = True
        allowed = _Access(_Location(_ON_DEVICE, ordinal), access)
        _cuda("cuMemSetAccess", address, ctypes.c_size_t(self._size), ctypes.byref(allowed),
              ctypes.c_size_t(1))  # fmt: skip
        # torch has no read-only arrays, so a kernel that writes to such memory faults.
        self.__cuda_array_interface__ = {
            "shape": (self._size,), "typestr": "|u1", "data": (self._address, False),
            "strides": None, "version": 3, "stream": 1,
        }  # fmt: skip

    def __del__(self) -> None:
        if self._address == 0:
            return
        address, size = _Pointer(self._address), ctypes.c_size_t(self._size)
        if self._is_mapped:
            _library.cuCtxSynchronize()  # a kernel may still use it
            _library.cuMemUnmap(address, size)
        _library.cuMemAddressFree(address, size)


def _bytes_of(mapping: _Mapping, device: torch.device) -> torch.Tensor:
    return torch.as_tensor(mapping, device=device)


def _ordinal(device: torch.device) -> int:
    torch.cuda.synchronize(device)  # creates a context, current in this thread
    return device.index or 0


def create(data_bytes: int, device: torch.device) -> tuple[torch.Tensor, int]:
    """Returns new writable memory as bytes, and a descriptor that keeps it alive. The caller owns
    the descriptor; the tensor must be released first."""
    ordinal = _ordinal(device)
    size, _ = _size(data_bytes, ordinal)
    handle = _Pointer()
    _cuda("cuMemCreate", ctypes.byref(handle), ctypes.c_size_t(size),
          ctypes.byref(_properties(ordinal)), ctypes.c_ulonglong(0))  # fmt: skip
    try:
        mapped = _bytes_of(_Mapping(handle, data_bytes, ordinal, _READ_WRITE), device)
        descriptor = ctypes.c_int(-1)
        _cuda("cuMemExportToShareableHandle", ctypes.byref(descriptor), handle,
              ctypes.c_int(_POSIX_DESCRIPTOR), ctypes.c_ulonglong(0))  # fmt: skip
    finally:
        _cuda("cuMemRelease", handle)  # the mapping and the descriptor keep it
    return mapped, descriptor.value


def receive(descriptor: int, data_bytes: int, device: torch.device) -> torch.Tensor:
    """Returns the read-only bytes of a descriptor, which stays the caller's."""
    ordinal = _ordinal(device)
    handle = _Pointer()
    _cuda("cuMemImportFromShareableHandle", ctypes.byref(handle), ctypes.c_void_p(descriptor),
          ctypes.c_int(_POSIX_DESCRIPTOR))  # fmt: skip
    try:
        return _bytes_of(_Mapping(handle, data_bytes, ordinal, _READ), device)
    finally:
        _cuda("cuMemRelease", handle)
