# SPDX-License-Identifier: Apache-2.0
"""Operations on torch's accelerators by the prefix of a device's name: cuda (also AMD's), xpu, npu,
musa."""

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
    """Selects the default device. CUDA's first is the default already; selecting it would start the
    device, while another process may be timed."""
    if device not in ("cpu", "cuda:0"):
        _module_of(device).set_device(device)


_tf32 = (torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32)


def allow_tf32(allowed: bool) -> None:
    """Allows TF32 for float32 as torch's defaults do, or forbids it."""
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
    """Forbids TF32 for float32 inside the context."""
    return _tf32_as(False)


def with_tf32() -> contextlib.AbstractContextManager[None]:
    """Allows TF32 for float32 inside the context, as torch's defaults do."""
    return _tf32_as(True)


def synchroniser(device: str) -> Callable[[], None]:
    """Returns the function that waits for the device, looked up now because code that is loaded
    later may replace it."""
    if device == "cpu":
        return lambda: None
    found: Callable[[], None] = _module_of(device).synchronize
    return found


def synchronise(device: str) -> None:
    """Waits until the device has done all its work."""
    if device != "cpu":
        _module_of(device).synchronize()


def becomes_idle(device: str) -> bool:
    """Waits until the device has done all its work; returns False while work is being captured
    instead."""
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
    """Delays later work on the current stream; other streams continue."""
    if device.startswith("cuda") and _sleep is not None:
        _sleep(_DELAY_CYCLES)


def free_unused(device: str) -> None:
    """Returns unused memory to the device."""
    if device != "cpu":
        _module_of(device).empty_cache()


_MUCH = 1 << 30


def free_much(device: str) -> None:
    """Returns unused memory to the device if it is much, because others may wait for it."""
    if device.startswith("cuda") and torch.cuda.is_initialized():
        unused = torch.cuda.memory_reserved(device) - torch.cuda.memory_allocated(device)
        if unused > _MUCH:
            torch.cuda.empty_cache()


_memory_stats = torch.cuda.memory_stats_as_nested_dict


def ran_short(device: str) -> int:
    """Returns how often an allocation failed. This includes failures after which a library, such as
    cuDNN with its workspace, used another algorithm."""
    if not device.startswith("cuda") or not torch.cuda.is_initialized():
        return 0
    stats: dict[str, int] = _memory_stats(device)
    return stats.get("num_ooms", 0)


def begin_peak(device: str) -> int:
    """Starts counting for peak() and returns the bytes held now; 0 if torch does not count them."""
    if not device.startswith("cuda") or not torch.cuda.is_initialized():
        return 0
    torch.cuda.reset_peak_memory_stats(device)
    return _requested(device, "current")


def peak(device: str) -> int:
    """Returns the maximum bytes held at a time since then. Counts requested bytes, which do not
    depend on the allocator's state."""
    if not device.startswith("cuda") or not torch.cuda.is_initialized():
        return 0
    return _requested(device, "peak")


def _requested(device: str, which: str) -> int:
    return int(torch.cuda.memory_stats(device).get(f"requested_bytes.all.{which}", 0))


def seed_all(seed: int) -> None:
    """Seeds every available accelerator."""
    for prefix in _PREFIXES:
        module = getattr(torch, prefix, None)
        if module is not None and module.is_available():
            module.manual_seed_all(seed)
