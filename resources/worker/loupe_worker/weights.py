# SPDX-License-Identifier: Apache-2.0
"""Random values for weights and buffers that initialisation leaves at one number: affine ones and
zeros, running means and variances. A candidate that leaves them out is right until they change."""

from __future__ import annotations

import torch

from loupe_worker import permutation


def _is_constant(value: torch.Tensor) -> bool:
    return bool((value == value.reshape(-1)[0]).all())


def redrawable(module: torch.nn.Module) -> dict[str, torch.Tensor]:
    """The parameters with several values. Buffers are left out: a mask may be one."""
    held = {name: parameter.detach() for name, parameter in module.named_parameters()}
    return {
        name: value
        for name, value in held.items()
        if value.is_floating_point() and value.numel() > 1 and not _is_constant(value)
    }


def randomisable(module: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Floating tensors of the state of which all elements are the same."""
    return {
        name: value
        for name, value in module.state_dict().items()
        if isinstance(value, torch.Tensor) and value.is_floating_point()
        and value.numel() > 1 and _is_constant(value)
    }  # fmt: skip


def redraw(value: torch.Tensor, seed: int) -> None:
    """The elements in another order: other weights that initialisation could have given."""
    generator = permutation.generator_on(value, seed)
    with permutation.changeable(value) as dense:
        permutation.permute(dense, generator)


def randomise(value: torch.Tensor, seed: int) -> None:
    """Other values around the one that all elements have. Positive ones stay positive."""
    first = float(value.reshape(-1)[0])
    generator = permutation.generator_on(value, seed)
    with permutation.changeable(value) as dense:
        for part in permutation.chunks(dense):
            random = torch.rand(part.numel(), generator=generator, device=value.device)
            part.copy_(random - 0.5 if first == 0.0 else first * (random + 0.5))
