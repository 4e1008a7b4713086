# SPDX-License-Identifier: Apache-2.0
"""torch's accelerators by the prefix of a device's name: cuda (also AMD's), xpu, npu, musa."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

import torch

# Vendors' packages add theirs to torch when the server imports them.
_PREFIXES = ("cuda", "xpu", "npu", "musa")


def _module_of(device: str) -> Any:
    prefix = device.split(":")[0]
    module = getattr(torch, prefix, None)
    if prefix not in _PREFIXES or module is None:
        raise RuntimeError(f"this torch knows no device {device}")
    return module


def select(device: str) -> None:
    """Makes it the device that code means which names none. CUDA's first is that already; telling
    torch so would start it, while somebody else may be timed."""
    if device not in ("cpu", "cuda:0"):
        _module_of(device).set_device(device)


_tf32 = (torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32)


def allow_tf32(allowed: bool) -> None:
    """Whether float32 may go through TF32: as torch comes, or nowhere."""
    cudnn, products = _tf32 if allowed else (False, False)
    torch.backends.cudnn.allow_tf32 = cudnn
    torch.backends.cuda.matmul.allow_tf32 = products


def may_use_tf32() -> bool:
    return torch.backends.cudnn.allow_tf32 or torch.backends.cuda.matmul.allow_tf32


@contextlib.contextmanager
def _tf32_as(allowed: bool) -> Iterator[None]:
    was = (torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32)
    allow_tf32(allowed)
    try:
        yield
    finally:
        torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32 = was


def without_tf32() -> contextlib.AbstractContextManager[None]:
    """Inside, float32 goes nowhere through TF32."""
    return _tf32_as(False)


def with_tf32() -> contextlib.AbstractContextManager[None]:
    """Inside, float32 may go through TF32 as torch comes."""
    return _tf32_as(True)


def synchroniser(device: str) -> Callable[[], None]:
    """What waits for it, as it is now: code that is loaded later may replace torch's function."""
    if device == "cpu":
        return lambda: None
    found: Callable[[], None] = _module_of(device).synchronize
    return found


def synchronise(device: str) -> None:
    """Waits until it has done everything it was told."""
    if device != "cpu":
        _module_of(device).synchronize()


def becomes_idle(device: str) -> bool:
    """Waits until it has done everything it was told; False while that is recorded instead of done."""
    if device.startswith("cuda"):
        if not torch.cuda.is_initialized():
            return True
        if torch.cuda.is_current_stream_capturing():
            return False
    synchronise(device)
    return True


_sleep = getattr(torch.cuda, "_sleep", None)
_DELAY_CYCLES = 10_000_000  # 5 ms on a GPU of 2 GHz: longer than Python takes to make a call


def delay(device: str) -> None:
    """What the current stream is told from now on begins later; other streams go on."""
    if device.startswith("cuda") and _sleep is not None:
        _sleep(_DELAY_CYCLES)


def free_unused(device: str) -> None:
    """Gives memory that nothing uses back to the device."""
    if device != "cpu":
        _module_of(device).empty_cache()


_MUCH = 1 << 30


def free_much(device: str) -> None:
    """The same, where that is much: others may wait for it."""
    if device.startswith("cuda") and torch.cuda.is_initialized():
        unused = torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
        if unused > _MUCH:
            torch.cuda.empty_cache()


_memory_stats = torch.cuda.memory_stats_as_nested_dict


def ran_short(device: str) -> int:
    """How often memory was asked for in vain: also where a library, such as cuDNN for room to work
    in, went another way then."""
    if not device.startswith("cuda") or not torch.cuda.is_initialized():
        return 0
    stats: dict[str, int] = _memory_stats(device)
    return stats.get("num_ooms", 0)


def begin_peak(device: str) -> int:
    """Bytes that are held now; from now on peak() counts. 0 where torch does not count them."""
    if not device.startswith("cuda") or not torch.cuda.is_initialized():
        return 0
    torch.cuda.reset_peak_memory_stats(device)
    return _requested(device, "current")


def peak(device: str) -> int:
    """The most bytes that were held at a time since then: as they were asked for, which is the same
    each time, whatever the allocator had lying about."""
    if not device.startswith("cuda") or not torch.cuda.is_initialized():
        return 0
    return _requested(device, "peak")


def _requested(device: str, which: str) -> int:
    return int(torch.cuda.memory_stats(device).get(f"requested_bytes.all.{which}", 0))


def seed_all(seed: int) -> None:
    """Seeds every accelerator that there is."""
    for prefix in _PREFIXES:
        module = getattr(torch, prefix, None)
        if module is not None and module.is_available():
            module.manual_seed_all(seed)
