# SPDX-License-Identifier: Apache-2.0
"""Arguments as the arrays of another framework."""

from __future__ import annotations

from typing import Any

import torch


def to_jax(value: Any) -> Any:
    """Torch tensors and numpy arrays as jax arrays."""
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
