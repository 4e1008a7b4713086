# SPDX-License-Identifier: Apache-2.0
"""Computes the distances of torch.cdist from differences. From 26 rows on, torch takes a shortcut
by matrix products, |a|² + |b|² - 2ab, which cancels where points are close or far from zero."""

from __future__ import annotations

from typing import Any

import torch
from torch.overrides import TorchFunctionMode

_DIRECT = "donot_use_mm_for_euclid_dist"
_PLACE = 3  # of compute_mode among the arguments


class Direct(TorchFunctionMode):
    """Lets torch.cdist take no shortcut."""

    def __init__(self) -> None:
        super().__init__()
        self.was_used = False

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        given = dict(kwargs or {})
        if func is torch.cdist:
            self.was_used = True
            args, given["compute_mode"] = args[:_PLACE], _DIRECT
        return func(*args, **given)
