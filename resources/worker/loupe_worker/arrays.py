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
    import jax

    if isinstance(value, jax.Array):
        try:
            return torch.from_dlpack(value)
        except (BufferError, RuntimeError, TypeError):  # a type that DLPack does not support
            return from_jax(value)
    if type(value) in (list, tuple):
        return type(value)(viewed(item) for item in value)
    if type(value) is dict:
        return {key: viewed(item) for key, item in value.items()}
    return value


def from_jax(value: Any) -> Any:
    """Converts jax arrays to torch tensors; returns everything else unchanged."""
    import jax
    import numpy

    if isinstance(value, jax.Array):
        if value.dtype == jax.numpy.bfloat16:  # numpy has no such type
            bits = numpy.array(value).view(numpy.int16)
            return torch.from_numpy(bits).view(torch.bfloat16)
        return torch.from_numpy(numpy.array(value))
    if type(value) in (list, tuple):
        return type(value)(from_jax(item) for item in value)
    if type(value) is dict:
        return {key: from_jax(item) for key, item in value.items()}
    return value
