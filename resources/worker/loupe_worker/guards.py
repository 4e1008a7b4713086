# SPDX-License-Identifier: Apache-2.0
"""Inputs in our own memory with known bytes before and after, on a processor and on a GPU. A write
next to an input is detected, and a read there gives NaN."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import torch

GUARD_BYTES = 64 << 10
# NaN both as float32 and as float64. No byte repeats, so that every memset changes it.
_PATTERN = (0xA5, 0xC5, 0xFF, 0x7F)
MOST_BYTES_ON_CPU = 256 << 20  # of one tensor, because on a CPU its memory would have to be copied


class _Middle:
    """A part of a device's memory as torch receives it; keeps the whole alive."""

    def __init__(self, whole: torch.Tensor, size: int) -> None:
        self._whole = whole
        self.__cuda_array_interface__ = {
            "shape": (size,), "typestr": "|u1", "data": (whole.data_ptr() + GUARD_BYTES, False),
            "strides": None, "version": 3, "stream": 1,
        }  # fmt: skip


@dataclass
class _Guarded:
    place: int
    whole: torch.Tensor
    size: int


class Guards:
    """Guarded inputs of one call."""

    def __init__(self) -> None:
        self._held: list[_Guarded] = []

    def covers(self, value: torch.Tensor, device: torch.device) -> bool:
        size = value.numel() * value.element_size()
        if device.type == "cpu":
            return 0 < size <= MOST_BYTES_ON_CPU
        return size > 0 and device.type == "cuda"

    def empty_strided(
        self, place: int, shape: tuple[int, ...], strides: list[int], dtype: torch.dtype,
        device: torch.device,
    ) -> torch.Tensor:  # fmt: skip
        """Returns uninitialised memory between guards; `place` names the input in reports."""
        last = sum((extent - 1) * stride for extent, stride in zip(shape, strides))
        size = (last + 1) * dtype.itemsize
        whole = torch.empty(size + 2 * GUARD_BYTES, dtype=torch.uint8, device=device)
        pattern = self._pattern(device)
        whole[:GUARD_BYTES].copy_(pattern)
        whole[GUARD_BYTES + size :].copy_(pattern)
        self._held.append(_Guarded(place, whole, size))
        return _bytes_between(whole, size).view(dtype).as_strided(shape, strides)

    def damage(self) -> list[dict[str, Any]]:
        """Returns the guards whose bytes changed: the input, the side, the distance of the nearest
        changed byte, and their number."""
        found = []
        for each in self._held:
            pattern = self._pattern(each.whole.device)
            before = each.whole[:GUARD_BYTES] != pattern
            behind = each.whole[GUARD_BYTES + each.size :] != pattern
            for side, bad in (("before", before), ("behind", behind)):
                if not bool(bad.any()):
                    continue
                places = bad.nonzero().reshape(-1)
                nearest = int(places[0]) if side == "behind" else GUARD_BYTES - int(places[-1]) - 1
                found.append(
                    {"input": each.place, "side": side, "distance": nearest, "bytes": len(places)}
                )
        return found

    def _pattern(self, device: torch.device) -> torch.Tensor:
        once = torch.tensor(_PATTERN, dtype=torch.uint8, device=device)
        return once.repeat(GUARD_BYTES // len(_PATTERN))


def _bytes_between(whole: torch.Tensor, size: int) -> torch.Tensor:
    """Returns the middle with a separate storage, as a candidate expects of a tensor."""
    if whole.device.type != "cpu":
        return torch.as_tensor(_Middle(whole, size), device=whole.device)
    memory = (ctypes.c_char * size).from_address(whole.data_ptr() + GUARD_BYTES)
    memory.whole = whole  # type: ignore[attr-defined]
    return torch.frombuffer(memory, dtype=torch.uint8)
