# SPDX-License-Identifier: Apache-2.0
"""AscendC operator projects whose kernels include the templates of CATLASS, a folder of headers
that CATLASS_ROOT names."""

from __future__ import annotations

import os
import types
from typing import Any

from loupe_worker import failures
from loupe_worker.platforms import ascendc


def load(source: str, file_name: str, folder: str, names: dict[str, Any]) -> types.ModuleType:
    """Loads an AscendC project with the templates on the kernels' include path."""
    root = os.environ.get("CATLASS_ROOT", "")
    include = os.path.join(root, "include")
    if not root or not os.path.isdir(include):
        raise failures.Failure(failures.BUILD, "CATLASS_ROOT names no folder with include/ in it")
    return ascendc.load(source, file_name, folder, names, kernel_includes=[include])
