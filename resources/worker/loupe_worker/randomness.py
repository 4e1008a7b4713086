# SPDX-License-Identifier: Apache-2.0
"""Where the random generators of this process stand."""

from __future__ import annotations

import random
import sys
from typing import Any

import torch


def position(device: str) -> list[Any]:
    """Equal before and after whatever draws no random number."""
    found: list[Any] = [torch.get_rng_state().numpy().tobytes(), random.getstate()]
    if device.startswith("cuda"):
        found.append(torch.cuda.get_rng_state(device).numpy().tobytes())
    numbers = sys.modules.get("numpy.random")
    if numbers is not None:
        kind, keys, *rest = numbers.get_state()
        found.append((kind, bytes(keys), rest))
    return found
