# SPDX-License-Identifier: Apache-2.0
"""Randomises weights and buffers that initialisation sets to one number: affine ones and zeros,
running means and variances. A candidate that ignores them is correct until they change."""

from __future__ import annotations

import torch

from loupe_worker import permutation


def _is_constant(value: torch.Tensor) -> bool:
    return bool((value == value.reshape(-1)[0]).all())


def redrawable(module: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Returns the parameters with several values. Buffers are excluded, because one may be a
    mask."""
    held = {name: parameter.detach() for name, parameter in module.named_parameters()}
    return {
        name: value
        for name, value in held.items()
        if value.is_floating_point() and value.numel() > 1 and not _is_constant(value)
    }


def randomisable(module: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Returns the floating tensors of the state whose elements are all the same. A buffer of one
    element is excluded, because it may be a constant of the computation. A shared tensor has its
    first name only."""
    learnt = {name for name, _ in module.named_parameters()}
    shared = {name for name, _ in module.named_parameters(remove_duplicate=False)} - learnt
    return {
        name: value
        for name, value in module.state_dict().items()
        if isinstance(value, torch.Tensor) and value.is_floating_point() and name not in shared
        and value.numel() > (0 if name in learnt else 1) and _is_constant(value)
    }  # fmt: skip


def redraw(value: torch.Tensor, seed: int) -> None:
    """Permutes the elements: other weights that initialisation could have given."""
    generator = permutation.generator_on(value, seed)
    with permutation.changeable(value) as dense:
        permutation.permute(dense, generator)


def randomise(value: torch.Tensor, seed: int) -> None:
    """Sets random values around the one that all elements have. Positive ones stay positive."""
    first = float(value.reshape(-1)[0])
    generator = permutation.generator_on(value, seed)
    with permutation.changeable(value) as dense:
        for part in permutation.chunks(dense):
            random = torch.rand(part.numel(), generator=generator, device=value.device)
            part.copy_(random - 0.5 if first == 0.0 else first * (random + 0.5))
