# SPDX-License-Identifier: Apache-2.0
"""Runs code that arrived as text, as a separate module."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import inspect
import linecache
import os
import re
import sys
import types
from typing import Any

import torch

from loupe_worker import devices, failures, kinds


def safe_name(file_name: str) -> str:
    """Returns a file name without folders that is also a module's name."""
    stem = os.path.splitext(os.path.basename(file_name))[0]
    return re.sub(r"\W", "_", stem, flags=re.ASCII) or "candidate"


def write_source(source: str, file_name: str, folder: str) -> str:
    """Writes the source to a file and returns its path, because Triton and inspect read it
    again."""
    path = os.path.join(folder, safe_name(file_name) + ".py")
    with open(path, "w", encoding="utf-8", errors="surrogatepass") as file:
        file.write(source)
    return path


def load_module(source: str, file_name: str, folder: str, names: dict[str, Any]) -> Any:
    """Imports the source from a file in `folder`, with `names` defined beforehand."""
    path = write_source(source, file_name, folder)
    spec = importlib.util.spec_from_file_location(safe_name(file_name), path)
    return _executed(spec, source, path, names)


def _executed(
    spec: importlib.machinery.ModuleSpec | None, source: str, path: str, names: dict[str, Any]
) -> Any:
    """Returns the module of a spec after it has run."""
    if spec is None or spec.loader is None:
        raise failures.Failure(failures.REFUSED, "the file cannot be imported")
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(names)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except (MemoryError, RecursionError):
        _refuse_too_deep(source, path)
        raise
    return module


def write_files(files: dict[str, str], folder: str) -> dict[str, str]:
    """Writes the files of a submission, by their relative path, below `folder`; returns where each
    is."""
    written = {}
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text)
        written[name] = path
    return written


def load_entry(source: str, path: str, names: dict[str, Any]) -> Any:
    """Imports the entry of a submission of several files, with `names` defined beforehand. As for a
    program of its own, its folder is the working directory and the first place of imports."""
    folder = os.path.dirname(path)
    os.chdir(folder)
    sys.path.insert(0, folder)
    name = safe_name(path)
    package = [folder] if name == "__init__" else None  # for its relative imports
    if package:
        name = os.path.basename(folder)
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=package)
    return _executed(spec, source, path, names)


def execute(source: str, file_name: str, names: dict[str, Any]) -> Any:
    """Executes the source without a file, like suites that call exec()."""
    module = types.ModuleType(safe_name(file_name))
    module.__dict__.update(names)
    sys.modules[module.__name__] = module
    execute_in(module, source, file_name)
    return module


def execute_in(module: types.ModuleType, source: str, file_name: str) -> None:
    """Executes the source in an existing module; tracebacks show its lines."""
    shown = f"<{file_name}>"
    linecache.cache[shown] = (len(source), None, source.splitlines(True), shown)
    try:
        code = compile(source, shown, "exec", dont_inherit=True)
    except (MemoryError, RecursionError):
        _refuse_too_deep(source, shown)
        raise
    exec(code, module.__dict__)


def _refuse_too_deep(source: str, path: str) -> None:
    """Raises a failure of the source if Python's parser gives up on it. The parser then reports
    lack of memory or too deep recursion, before any line of the source."""
    try:
        compile(source, path, "exec", dont_inherit=True)
    except (MemoryError, RecursionError) as error:
        raise failures.Failure(
            failures.SYNTAX, "the source is nested too deep for Python's parser"
        ) from error


def seed_all(seed: int, everything: bool = False) -> None:
    """Seeds like the suites: torch on every device; with `everything` Python's random too."""
    torch.manual_seed(seed)
    devices.seed_all(seed)
    if everything:
        import random

        random.seed(seed)


def split(kind: Any, arguments: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Splits arguments of a constructor into positional and named ones. A list and a dictionary are
    these two if the class can be called so: `[[], {"size": 8}]`."""
    if len(arguments) == 2 and type(arguments[0]) in (list, tuple) and type(arguments[1]) is dict:
        args, kwargs = arguments
        try:
            if all(type(name) is str for name in kwargs):
                inspect.signature(kind).bind(*args, **kwargs)
                return list(args), kwargs
        except (TypeError, ValueError):
            pass  # it takes a list and a dictionary
    return list(arguments), {}


def cast_all(value: Any, device: str, dtype: torch.dtype | None, every: bool) -> Any:
    """Returns the value with its tensors on the device; floating (or every) tensors as `dtype`.
    One-byte floats are a task's storage format and are not cast, unless every tensor is."""
    if isinstance(value, torch.Tensor):
        is_floating = value.is_floating_point() and value.element_size() > 1
        wanted = dtype if dtype is not None and (every or is_floating) else None
        return value.to(device=device, dtype=wanted)
    if not kinds.is_holder(value):
        return value
    return kinds.rebuilt(value, lambda item: cast_all(item, device, dtype, every))
