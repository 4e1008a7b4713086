# SPDX-License-Identifier: Apache-2.0
"""JAX Pallas: on the CPU, kernels written for an accelerator are interpreted."""

from __future__ import annotations

import functools
import types
from typing import Any

from loupe_worker import loading


def load(source: str, file_name: str, folder: str, names: dict[str, Any]) -> types.ModuleType:
    """Loads the module; without an accelerator pallas_call always interprets."""
    import jax
    from jax.experimental import pallas

    if jax.default_backend() == "cpu":
        compiled = pallas.pallas_call

        @functools.wraps(compiled)
        def interpreted(*args: Any, **kwargs: Any) -> Any:
            kwargs["interpret"] = kwargs.get("interpret") or True
            return compiled(*args, **kwargs)

        pallas.pallas_call = interpreted
    module: types.ModuleType = loading.load_module(source, file_name, folder, names)
    return module
