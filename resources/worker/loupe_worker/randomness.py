# SPDX-License-Identifier: Apache-2.0
"""States of the random generators of this process."""

from __future__ import annotations

import random
import sys
from typing import Any

import torch


def position(device: str) -> list[Any]:
    """Returns the generators' states, which are equal before and after code that draws no random
    number."""
    found: list[Any] = [torch.get_rng_state().numpy().tobytes(), random.getstate()]
    if device.startswith("cuda"):
        found.append(torch.cuda.get_rng_state(device).numpy().tobytes())
    numbers = sys.modules.get("numpy.random")
    if numbers is not None:
        kind, keys, *rest = numbers.get_state()
        found.append((kind, bytes(keys), rest))
    return found
