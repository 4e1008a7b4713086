# SPDX-License-Identifier: Apache-2.0
"""Finds the operators that a function calls, and runs it with the result of one of them
replaced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import torch
from torch.overrides import TorchFunctionMode

LEFT_OUT = "left out"  # it returns its argument
CHANGED = "changed"  # it returns noise

# They move or recreate data without computing.
_MOVES = {
    "clone", "contiguous", "copy_", "cpu", "cuda", "detach", "double", "float", "half", "bfloat16",
    "requires_grad_", "to", "type", "type_as", "zeros_like", "ones_like", "empty_like",
}  # fmt: skip


@dataclass
class Operator:
    """One call of an operator, counted from the beginning of the function."""

    position: int
    name: str
    how: str


def noisy(value: torch.Tensor) -> torch.Tensor:
    """Returns the value with noise of its own magnitude on every element."""
    wide = value.to(torch.float32)
    size = float(wide.square().mean().sqrt()) or 1.0
    noise = torch.randn_like(wide)
    return (wide * (1.0 + 0.5 * noise) + 0.5 * size * torch.randn_like(wide)).to(value.dtype)


class Census(TorchFunctionMode):
    """Lists the operators that compute something: no views, no queries of shapes."""

    def __init__(self) -> None:
        super().__init__()
        self.operators: list[Operator] = []
        self._count = 0

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        position = self._count
        self._count += 1
        before = [(value, value._version) for value in _tensors(args)]
        result = func(*args, **(kwargs or {}))
        value = _computed(result)
        if value is None or value.numel() == 0 or getattr(func, "__name__", "") in _MOVES:
            return result
        shares = any(_share(value, argument) for argument, _ in before)
        wrote = any(argument._version != version for argument, version in before)
        if shares and not wrote:
            return result  # a view, or the argument itself: nothing was computed
        if not before:
            return result  # a constant of the task's own
        how = LEFT_OUT if _stand_in(value, args) is not None else CHANGED
        if wrote and not shares:
            return result
        self.operators.append(Operator(position, _name(func), how))
        return result


class Probe(TorchFunctionMode):
    """Replaces the result of one operator."""

    def __init__(self, operator: Operator) -> None:
        super().__init__()
        self._operator = operator
        self._count = 0
        self.was_used = False

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        position = self._count
        self._count += 1
        if position != self._operator.position:
            return func(*args, **(kwargs or {}))
        self.was_used = True
        given = [value.clone() for value in _tensors(args)]
        result = func(*args, **(kwargs or {}))
        value = _computed(result)
        if value is None:
            return result
        with torch.no_grad():
            if self._operator.how == CHANGED:
                value.copy_(noisy(value))
                return result
            stand_in = _stand_in(value, given)
            if stand_in is not None:
                value.copy_(stand_in)
        return result


def _tensors(args: Any) -> list[torch.Tensor]:
    """Returns the tensors of the arguments as they are written, lists of tensors included."""
    found = []
    for each in args:
        if isinstance(each, torch.Tensor):
            found.append(each)
        elif type(each) in (list, tuple):
            found += [item for item in each if isinstance(item, torch.Tensor)]
    return found


def _computed(result: Any) -> torch.Tensor | None:
    """Returns the floating tensor that an operator returns, the first of several."""
    if isinstance(result, tuple) and len(result) > 0:
        result = result[0]
    if isinstance(result, torch.Tensor) and result.is_floating_point():
        return result
    return None


def _stand_in(value: torch.Tensor, args: Any) -> torch.Tensor | None:
    """Returns the argument that could replace the result."""
    for each in _tensors(args):
        if each.shape == value.shape and each.dtype == value.dtype:
            return each
    return None


def _share(value: torch.Tensor, argument: torch.Tensor) -> bool:
    return value.untyped_storage().data_ptr() == argument.untyped_storage().data_ptr()


def _name(func: Callable[..., Any]) -> str:
    return torch.overrides.resolve_name(func) or getattr(func, "__name__", "an operator")
