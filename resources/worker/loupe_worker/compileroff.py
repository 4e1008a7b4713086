# SPDX-License-Identifier: Apache-2.0
"""Keeps torch's compiler from being imported, which takes seconds. torch imports it only to disable
it, when it first meets a tensor on `meta` or a dispatch mode."""

from __future__ import annotations

import contextlib
import sys
import types
from typing import Iterator

import torch


@contextlib.contextmanager
def compiler_off() -> Iterator[None]:
    """Replaces the compiler with a stand-in that leaves every function unchanged."""
    name = "torch._dynamo"
    if name in sys.modules:
        yield
        return
    stand_in = types.ModuleType(name)
    stand_in.disable = lambda function, *_, **__: function  # type: ignore[attr-defined]
    sys.modules[name] = stand_in
    try:
        yield
    finally:
        del sys.modules[name]
        vars(torch).pop("_dynamo", None)
