# SPDX-License-Identifier: Apache-2.0
"""Records the calls that a test makes, so that a candidate can be called with the same arguments
without ever seeing the test."""

from __future__ import annotations

import copy
import sys
from dataclasses import dataclass
from typing import Any, Callable

import torch

from loupe_worker import failures, kinds, randomness, strided
from loupe_worker.values import tensors_in

_MOST_CALLS = 1000
# Range of larger allocations on devices and in processes. Integers that all lie in it are taken for
# addresses.
_LEAST_ADDRESS, _MOST_ADDRESS = 1 << 40, 1 << 48


@dataclass
class Call:
    """One call: the arguments, the result, and the arguments afterwards."""

    args: Any
    kwargs: Any
    result: Any = None
    after: Any = None
    raised: str = ""
    function: str = ""  # name of the called function; empty if a test calls only one
    repeatable: bool = True  # equal arguments give equal values
    called: Callable[..., Any] | None = None
    grows: bool = False  # it enlarged an argument's memory, as `out=` may


class Recorder:
    """Replaces a function and records its calls. A call that draws random numbers cannot be
    repeated, because a candidate would draw others."""

    def __init__(self, function: Callable[..., Any], device: str = "cpu") -> None:
        self._function = function
        self._device = device
        self._depth = 0
        self.calls: list[Call] = []
        self.lacked_memory: BaseException | None = None  # even if the test handled it

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._depth > 0 or len(self.calls) >= _MOST_CALLS:
            return self._function(*args, **kwargs)
        call = Call(*snapshot((args, kwargs)), called=self._function)
        self.calls.append(call)
        before, stood = _room((args, kwargs)), randomness.position(self._device)
        self._depth += 1
        try:
            result = self._function(*args, **kwargs)
        except BaseException as error:
            call.raised = type(error).__name__
            if failures.lacks_memory(error):
                self.lacked_memory = error
            raise
        finally:
            self._depth -= 1
        call.grows = _room((args, kwargs)) != before
        drew = randomness.position(self._device) != stood
        call.repeatable = not drew and not _holds_addresses((args, kwargs))
        call.result, call.after = snapshot((result, {"args": args, "kwargs": kwargs}))
        return result

    @property
    def recorded(self) -> Callable[..., Any]:
        """Returns the function itself."""
        return self._function

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)


class CallLog:
    """Keeps calls of several functions: all of them while they fit, else an evenly spread part."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._seen = 0
        self._every = 1
        self._depth = 0
        self._kept: list[tuple[int, int, Call]] = []  # index among all, bytes, the call

    @property
    def calls(self) -> list[Call]:
        return [call for _, _, call in self._kept]

    @property
    def seen(self) -> int:
        """Returns how many calls were made, kept or not."""
        return self._seen

    def watch(
        self, name: str, function: Callable[..., Any], repeatable: bool
    ) -> Callable[..., Any]:
        """Returns the function with its calls recorded, except those made by one of the
        functions."""

        def watched(*args: Any, **kwargs: Any) -> Any:
            if self._depth > 0:
                return function(*args, **kwargs)
            place = self._seen
            self._seen += 1
            self._depth += 1
            try:
                if place % self._every != 0:
                    return function(*args, **kwargs)
                return self._record(place, name, function, repeatable, args, kwargs)
            finally:
                self._depth -= 1

        return watched

    def unwatched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function, with nothing recorded while it runs."""

        def quietly(*args: Any, **kwargs: Any) -> Any:
            self._depth += 1
            try:
                return function(*args, **kwargs)
            finally:
                self._depth -= 1

        return quietly

    def _record(
        self, place: int, name: str, function: Callable[..., Any], repeatable: bool,
        args: Any, kwargs: Any,
    ) -> Any:  # fmt: skip
        repeatable = repeatable and not _holds_addresses((args, kwargs))
        made = snapshot((args, kwargs))
        call = Call(*made, function=name, repeatable=repeatable, called=function)
        before = _room((args, kwargs))
        result = function(*args, **kwargs)
        call.grows = _room((args, kwargs)) != before
        call.result, call.after = snapshot((result, {"args": args, "kwargs": kwargs}))
        size = sum(
            each.numel() * each.element_size()
            for _, each in tensors_in((call.args, call.kwargs, call.result))
        )
        self._kept.append((place, size, call))
        self._bytes += size
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            self._every *= 2
            self._kept = [each for each in self._kept if each[0] % self._every == 0]
            self._bytes = sum(size for _, size, _ in self._kept)
        return result


def _room(value: Any) -> list[int]:
    """Returns the bytes of memory behind each tensor, which may exceed its elements."""
    return [
        each.untyped_storage().nbytes()
        for _, each in tensors_in(value)
        if each.layout == torch.strided
    ]


def _holds_addresses(value: Any) -> bool:
    """Returns whether a tensor holds addresses of others, as for batched routines of BLAS. In
    another process these addresses are invalid."""
    for _, each in tensors_in(value):
        if each.dtype in (torch.int64, torch.uint64) and each.dim() == 1 and each.numel() > 0:
            numbers = each.view(torch.int64)
            if bool((numbers >= _LEAST_ADDRESS).all()) and bool((numbers < _MOST_ADDRESS).all()):
                return True
    return False


def snapshot(value: Any, instead: dict[int, Any] | None = None) -> Any:
    """Returns an independent copy; an object that occurs twice is copied once. `instead` has other
    objects in place of copies, by id."""
    return _copy(value, dict(instead or {}))


def _copy(value: Any, copies: dict[int, Any]) -> Any:
    if id(value) in copies:
        return copies[id(value)]
    copied: Any
    if isinstance(value, torch.Tensor):
        copied = _copy_tensor(value)
    else:
        try:
            if kinds.is_holder(value):
                copied = kinds.rebuilt(value, lambda item: _copy(item, copies))
            else:
                copied = copy.deepcopy(value)
        except Exception as error:  # what cannot be copied cannot be sent either
            if failures.lacks_memory(error):
                raise
            copied = value
    copies[id(value)] = copied
    return copied


_clone = torch.Tensor.clone
_detach = torch.Tensor.detach


def held(value: Any) -> Any:
    """Returns the value with copies of its plain tensors and arrays. Objects whose copying a
    candidate can define stay, because copying could do the work of the call."""
    kind = type(value)
    if kind in (torch.Tensor, torch.nn.Parameter):
        return _held_tensor(value)
    if kind in (list, tuple):
        return kind(held(item) for item in value)
    if kind is dict:
        return {key: held(item) for key, item in value.items()}
    numpy = sys.modules.get("numpy")
    if numpy is not None and kind is numpy.ndarray and not value.dtype.hasobject:
        return value.copy()
    if isinstance(value, tuple) and kind.__module__ == "torch.return_types":
        return kind([held(item) for item in value])
    return value


def _held_tensor(value: torch.Tensor) -> torch.Tensor:
    """Copies to the tensor's device if it has memory, else to the host."""
    plain = _detach(value)
    try:
        if plain.layout == torch.strided and 0 in plain.stride():
            return _copy_tensor(value)
        copied = _clone(plain, memory_format=torch.preserve_format)
    except Exception as error:
        if not failures.lacks_memory(error):
            raise
        copied = plain.cpu()
    if type(value) is torch.nn.Parameter:
        return torch.nn.Parameter(copied, value.requires_grad)
    return copied.requires_grad_() if value.requires_grad else copied


def _copy_tensor(value: torch.Tensor) -> torch.Tensor:
    plain = value.detach()
    if plain.layout == torch.strided and 0 in plain.stride() and plain.numel() > 0:
        copied = _clone(strided.once(plain)).expand(plain.shape)
    else:
        copied = _clone(plain, memory_format=torch.preserve_format)
    if isinstance(value, torch.nn.Parameter):
        return torch.nn.Parameter(copied, requires_grad=value.requires_grad)
    return copied.requires_grad_(value.requires_grad) if value.requires_grad else copied
