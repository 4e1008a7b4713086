# SPDX-License-Identifier: Apache-2.0
"""Keeping torch's compiler from being imported, which takes seconds, only to be told to keep its hands
off: that is what torch does when it first meets a tensor on `meta` or a dispatch mode."""

from __future__ import annotations

import contextlib
import sys
import types
from typing import Iterator

import torch


@contextlib.contextmanager
def compiler_off() -> Iterator[None]:
    """Inside, what stands for the compiler leaves every function as it is."""
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
