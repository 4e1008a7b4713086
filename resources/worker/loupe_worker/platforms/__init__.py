# SPDX-License-Identifier: Apache-2.0
"""Loaders for candidates that are not ordinary Python modules."""

from __future__ import annotations

import importlib
import types
from typing import Any


def load(
    loader: str, source: str, file_name: str, folder: str, names: dict[str, Any]
) -> types.ModuleType:
    """Loads the candidate as a module, with this package's loader of that name."""
    module = importlib.import_module(f"{__name__}.{loader}")
    loaded: types.ModuleType = module.load(source, file_name, folder, names)
    return loaded
