# SPDX-License-Identifier: Apache-2.0
"""Opens KernelGenBench's checkout as a package, without its runner's dependencies. Provides the
references of its operators: PyTorch's own, or the suite's baseline functions."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import types
import unittest
from typing import Any, Callable

import torch

from loupe_worker import failures
from loupe_worker.channel import Message

Function = Callable[..., Any]

TORCH = "aten"


class _Record:
    """Replacement for pydantic's BaseModel, which the tests use only to hold values."""

    def __init__(self, **given: Any) -> None:
        for name, value in given.items():
            setattr(self, name, value)


def what_is_missing(space: str, key: str) -> str:
    """Returns why operators of this name space have no reference here; empty if they have. `key`:
    the dispatcher's name of the device, "CUDA"."""
    if space.startswith("vllm") and importlib.util.find_spec("vllm") is None:
        return "its reference is vLLM, which this Python lacks"
    if space == "cublas" and key != "CUDA":
        return "its reference is cuBLAS, which needs a GPU"
    if space == TORCH and not hasattr(torch.library, "get_kernel"):
        return "standing in for PyTorch's operators needs torch 2.9 or newer"
    return ""


def open_checkout(folder: str, device_type: str, quick: bool) -> Any:
    """Returns the suite's package without its runner, which would start processes and a web
    server."""
    sys.path.insert(0, folder)
    runner = types.ModuleType("sandbox.verifier")
    runner.__path__ = [os.path.join(folder, "sandbox", "verifier")]
    sys.modules["sandbox.verifier"] = runner
    _stand_in("pydantic", BaseModel=_Record)
    _stand_in("pytest", raises=unittest.TestCase().assertRaises)
    config: Any = importlib.import_module("sandbox.config")
    config.DEVICE, config.QUICK_MODE = device_type, quick
    return importlib.import_module("kernelgenbench")


def _stand_in(package: str, **names: Any) -> None:
    """Replaces the names that the tests use of a package, if this Python lacks it."""
    if package not in sys.modules and importlib.util.find_spec(package) is None:
        module = types.ModuleType(package)
        module.__dict__.update(names)
        sys.modules[package] = module


def installable(interfaces: list[str]) -> list[str]:
    """Returns the interfaces that the dispatcher knows; the others exist for TorchScript only."""
    known = set(torch._C._dispatch_get_all_op_names())
    return [name for name in interfaces if f"aten::{name}" in known]


def overload(interface: str) -> Any:
    """Returns PyTorch's own operator, "add.Tensor"."""
    operator, _, name = interface.partition(".")
    return getattr(getattr(torch.ops.aten, operator), name or "default")


def baseline(space: str, operator: str) -> Function:
    """Returns the suite's reference of an operator that is not PyTorch's; its checkout must be
    open."""
    module = importlib.import_module(f"kernelgenbench.dataset.baseline.{space}.{operator}")
    function: Function = getattr(module, operator)
    return function


def references(request: Message, device: str) -> types.ModuleType:
    """Returns a module that defines the reference of each interface, named as in candidates."""
    space, operator = request["space"], request["operator"]
    device_type = device.split(":")[0]
    missing = what_is_missing(space, device_type.upper())
    if missing:
        raise failures.Failure(failures.REFUSED, missing)
    module = types.ModuleType("references")
    if space == TORCH:
        for name in installable(request["interfaces"]):
            module.__dict__[name.replace(".", "_")] = overload(name)
    else:
        open_checkout(request["folder"], device_type, request["quick"])
        module.__dict__[operator] = baseline(space, operator)
    return module
