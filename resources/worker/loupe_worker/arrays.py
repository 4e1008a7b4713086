# SPDX-License-Identifier: Apache-2.0
"""Converts arguments to and from the arrays of another framework."""

from __future__ import annotations

from typing import Any, Callable

import torch


def to_jax(value: Any) -> Any:
    """Converts torch tensors and numpy arrays to jax arrays."""
    import jax.dlpack
    import jax.numpy

    if isinstance(value, torch.Tensor):
        if value.dtype == torch.bool:
            return jax.numpy.asarray(value.cpu().numpy())
        return jax.dlpack.from_dlpack(value.detach().contiguous())
    if type(value) in (list, tuple):
        return type(value)(to_jax(item) for item in value)
    if type(value) is dict:
        return {key: to_jax(item) for key, item in value.items()}
    return jax.numpy.asarray(value) if type(value).__module__ == "numpy" else value


def waiting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps the function so that it returns only when its arrays are computed; jax itself does not
    wait."""
    import jax

    def call(*args: Any, **kwargs: Any) -> Any:
        return jax.block_until_ready(function(*args, **kwargs))

    return call


def viewed(value: Any) -> Any:
    """Works like from_jax(), without a copy if possible."""
    return _each(value, _tensor)


def from_jax(value: Any) -> Any:
    """Converts jax arrays to torch tensors of their own on the same device; returns everything else
    unchanged."""
    return _each(value, lambda array: _tensor(array).clone())


def _each(value: Any, convert: Callable[[Any], torch.Tensor]) -> Any:
    """Returns the value with its jax arrays converted."""
    import jax

    if isinstance(value, jax.Array):
        return convert(value)
    if type(value) in (list, tuple):
        return type(value)(_each(item, convert) for item in value)
    if type(value) is dict:
        return {key: _each(item, convert) for key, item in value.items()}
    return value


def _tensor(array: Any) -> torch.Tensor:
    """Returns a tensor in the array's memory, or a copy on its device."""
    import jax.numpy
    import numpy

    try:
        return torch.from_dlpack(array)
    except (BufferError, RuntimeError, TypeError):  # a type that DLPack does not support
        if array.dtype == jax.numpy.bfloat16:  # numpy has no such type
            bits = numpy.array(array).view(numpy.int16)
            return torch.from_numpy(bits).view(torch.bfloat16).to(_device(array))
        return torch.from_numpy(numpy.array(array)).to(_device(array))


def _device(array: Any) -> str:
    device = next(iter(array.devices()))
    return "cpu" if device.platform == "cpu" else f"cuda:{device.local_hardware_id}"
