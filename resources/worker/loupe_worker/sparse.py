# SPDX-License-Identifier: Apache-2.0
"""Converts sparse tensors to the dense ones that they consist of, and back."""

from __future__ import annotations

import warnings
from typing import Any

import torch

from loupe_worker import failures

LAYOUTS: dict[str, torch.layout] = {
    str(layout).removeprefix("torch."): layout
    for layout in (
        torch.sparse_coo, torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc
    )
}  # fmt: skip
# Limit for comparing a result element by element, including the zeros.
MOST_DENSE_BYTES = 1 << 30

_ROWS = (torch.sparse_csr, torch.sparse_bsr)


def is_sparse(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.layout in LAYOUTS.values()


def name_of(value: torch.Tensor) -> str:
    """Returns the layout's name without its module."""
    return str(value.layout).removeprefix("torch.")


def fits_dense(value: torch.Tensor) -> bool:
    return value.numel() * value.element_size() <= MOST_DENSE_BYTES


def parts(value: torch.Tensor) -> list[torch.Tensor]:
    """Returns indices and values, in the tensor's own memory: two tensors for coordinates, else
    three."""
    plain = value.detach()
    if plain.layout == torch.sparse_coo:
        return [plain._indices(), plain._values()]
    if plain.layout in _ROWS:
        return [plain.crow_indices(), plain.col_indices(), plain.values()]
    return [plain.ccol_indices(), plain.row_indices(), plain.values()]


def rebuilt(
    layout: str, size: list[int], held: list[torch.Tensor], is_coalesced: bool
) -> torch.Tensor:
    """Returns the tensor that consists of these parts."""
    if layout not in LAYOUTS:
        raise failures.Failure(failures.REFUSED, f"a tensor of the layout {layout} cannot be sent")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about new layouts
        if LAYOUTS[layout] == torch.sparse_coo:
            made = torch.sparse_coo_tensor(*held, size, check_invariants=False)
            return made._coalesced_(is_coalesced)
        return torch.sparse_compressed_tensor(
            *held, size, layout=LAYOUTS[layout], check_invariants=False
        )


def with_values(value: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Returns a tensor with the same indices and other values."""
    coalesced = value.layout == torch.sparse_coo and value.is_coalesced()
    return rebuilt(name_of(value), list(value.shape), [*parts(value)[:-1], values], coalesced)
