# SPDX-License-Identifier: Apache-2.0
"""Fills uninitialised memory with poison, so that elements which a candidate does not write are
visible. The candidate's code is not changed. On a processor the C library fills allocations. On a
GPU torch's allocator gets poisoned blocks of the sizes of earlier results."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any, Iterator

import torch

from loupe_worker.values import tensors_in

_M_PERTURB = -6
_COMPLEMENT = 0x01  # the library writes its complement, 0xFE: -1.7e38 as float32, NaN as float16
_PLAIN = 0
# Large and finite as float16, bfloat16, float32 and float64, so that a mask of zeros removes it; no
# likely whole number.
LARGE = 0x7B
ZERO = 0x00
_BLOCKS = 3  # of each size, because a candidate may first allocate work space of the same size
_MOST_BYTES = 4 << 30


@contextlib.contextmanager
def allocations(device: str, before: Any, byte: int | None = None) -> Iterator[None]:
    """Poisons new memory inside the context, with `byte` if it is given; `before` is an earlier
    result."""
    if device != "cpu":
        _leave_blocks(device, before, 0xFF if byte is None else byte)
        yield
        return
    perturb = getattr(ctypes.CDLL(None), "mallopt", None)
    if perturb is not None:
        perturb(_M_PERTURB, _COMPLEMENT if byte is None else byte ^ 0xFF)
    try:
        yield
    finally:
        if perturb is not None:
            perturb(_M_PERTURB, _PLAIN)


def _leave_blocks(device: str, before: Any, byte: int) -> None:
    sizes = [value.numel() * value.element_size() for _, value in tensors_in(before)]
    blocks = []
    for size in sizes:
        if 0 < size * _BLOCKS <= _MOST_BYTES:
            blocks += [
                torch.full((size,), byte, dtype=torch.uint8, device=device) for _ in range(_BLOCKS)
            ]
    del blocks
