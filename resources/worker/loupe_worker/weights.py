# SPDX-License-Identifier: Apache-2.0
"""Random values for weights and buffers that initialisation leaves at one number: affine ones and
zeros, running means and variances. A candidate that leaves them out is right until they change."""

from __future__ import annotations

import torch


def redrawn(module: torch.nn.Module, seed: int) -> dict[str, torch.Tensor]:
    """The module's parameters with the elements of each in another order: other weights that
    initialisation could have given. Buffers stay: a mask may be one."""
    generator = torch.Generator().manual_seed(seed)
    changed: dict[str, torch.Tensor] = {}
    for name, parameter in module.named_parameters():
        value = parameter.detach()
        if not value.is_floating_point():
            continue
        if value.numel() < 2 or bool((value == value.reshape(-1)[0]).all()):
            continue
        order = torch.randperm(value.numel(), generator=generator).to(value.device)
        changed[name] = value.reshape(-1)[order].reshape(value.shape)
    return changed


def randomised(module: torch.nn.Module, seed: int) -> dict[str, torch.Tensor]:
    """The module's state with other values where all elements of a floating tensor are the same;
    empty where there is none such. Positive ones stay positive."""
    generator = torch.Generator().manual_seed(seed)
    changed: dict[str, torch.Tensor] = {}
    for name, value in module.state_dict().items():
        if not isinstance(value, torch.Tensor) or not value.is_floating_point():
            continue
        if value.numel() < 2 or not bool((value == value.reshape(-1)[0]).all()):
            continue
        first = float(value.reshape(-1)[0])
        random = torch.rand(value.shape, generator=generator, dtype=torch.float32)
        made = random - 0.5 if first == 0.0 else first * (random + 0.5)
        changed[name] = made.to(device=value.device, dtype=value.dtype)
    return changed
