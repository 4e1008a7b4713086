# SPDX-License-Identifier: Apache-2.0
"""Finds a task's memory by running it on tensors without data (torch's device `meta`)."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time
import warnings
import weakref
from typing import Any, Callable

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from loupe_worker import loading, pretrained
from loupe_worker.compileroff import compiler_off
from loupe_worker.values import tensors_in

Function = Callable[..., Any]
Sizes = dict[str, Any]

_LONGEST_SECONDS = 10.0
_MOST_ANSWER = 4096
_MOST_GUESSES = 1000


class _Storages(TorchDispatchMode):
    """Bytes of the operators' results while they are alive."""

    def __init__(self) -> None:
        super().__init__()
        self._alive: set[int] = set()
        self._bytes = 0
        self._guesses = 0
        self.peak = 0

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if func is torch.ops.aten._local_scalar_dense.default:
            return self._guessed(args[0])
        result = func(*args, **(kwargs or {}))
        for _, value in tensors_in(result):
            self._note(value.untyped_storage())
        return result

    def leave_out(self, value: Any) -> None:
        """Excludes existing storages."""
        for _, tensor in tensors_in(value):
            self._alive.add(tensor.untyped_storage()._cdata)

    def _guessed(self, value: torch.Tensor) -> bool | int | float:
        """Returns a guess for an unknown element: True for a condition, else one. A loop until the
        value changes would never end, hence the limit."""
        self._guesses += 1
        if self._guesses > _MOST_GUESSES:
            raise RuntimeError("what it does depends on too many values")
        if value.dtype == torch.bool:
            return True
        return 1.0 if value.is_floating_point() else 1

    def _note(self, storage: Any) -> None:
        if storage._cdata in self._alive:
            return
        self._alive.add(storage._cdata)
        self._bytes += storage.nbytes()
        self.peak = max(self.peak, self._bytes)
        weakref.finalize(storage, self._gone, storage._cdata, storage.nbytes())

    def _gone(self, place: int, size: int) -> None:
        self._alive.discard(place)
        self._bytes -= size


def of_inputs(inputs: Function) -> int | None:
    """Returns the bytes of a trial's `inputs()`; None if that depends on values."""
    try:
        with torch.device("meta"), compiler_off():
            return _bytes_of(inputs())
    except Exception:  # the function may do anything with the values it expects
        return None


def of_model(inputs: Function, kind: Function, arguments: Function) -> Sizes:
    """Returns of_inputs() as "bytes", and the bytes of the model that `kind` makes ("weights").
    Adds those of its result ("result") and the peak during the call ("peak"). Sizes that depend on
    values are missing. Runs in a separate process, so that nothing the task keeps affects the real
    call."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about forking a process with threads
        reading, writing = os.pipe()
        try:
            child = os.fork()
        except OSError:
            os.close(reading)
            os.close(writing)
            return {"bytes": None}
    if child == 0:
        os.close(reading)
        with contextlib.suppress(BaseException):
            found: Sizes = {}
            with contextlib.suppress(Exception):  # its functions may do anything
                _look(found, inputs, kind, arguments)
            os.write(writing, json.dumps(found).encode())
        os._exit(0)
    os.close(writing)
    try:
        return {"bytes": None} | _answer_of(reading)
    finally:
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)


def _answer_of(reading: int) -> Sizes:
    """Returns what the child writes before it ends or the time is over."""
    text = b""
    deadline = time.monotonic() + _LONGEST_SECONDS
    while len(text) < _MOST_ANSWER:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            return {}
        part = os.read(reading, _MOST_ANSWER)
        if not part:
            break
        text += part
    try:
        found: Sizes = json.loads(text)
    except ValueError:
        return {}
    return found


def _look(found: Sizes, inputs: Function, kind: Function, arguments: Function) -> None:
    pretrained.load_no_weights()
    with torch.device("meta"), torch.no_grad(), compiler_off():
        given = list(inputs())
        found["bytes"] = _bytes_of(given)
        args, kwargs = loading.split(kind, list(arguments()))
        built = kind(*args, **kwargs)
        held = dict(built.state_dict()) if isinstance(built, torch.nn.Module) else {}
        found["weights"] = _bytes_of(held)
        storages = _Storages()
        storages.leave_out((given, held))
        with storages:
            result = built(*given)
        found["result"] = _bytes_of(result)
        found["peak"] = max(storages.peak, found["result"])


def _bytes_of(value: Any) -> int:
    return sum(tensor.numel() * tensor.element_size() for _, tensor in tensors_in(value))
