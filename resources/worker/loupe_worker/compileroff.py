# SPDX-License-Identifier: Apache-2.0
"""Keeps torch's compiler from being imported, which takes seconds. torch imports it only to disable
it, when it first meets a tensor on `meta` or a dispatch mode."""

from __future__ import annotations

import contextlib
import sys
import types
from typing import Any, ContextManager, Iterator

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


def keep_off(mode: ContextManager[Any]) -> None:
    """Enters the dispatch mode once without the compiler, which torch asks once for each class of
    modes."""
    with compiler_off(), mode:
        torch.empty(0)


def import_meta() -> None:
    """Imports what torch imports for its first tensor on `meta`, which takes half a second."""
    with compiler_off(), torch.device("meta"):
        torch.randn(1)
