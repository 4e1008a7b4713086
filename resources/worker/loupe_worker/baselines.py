# SPDX-License-Identifier: Apache-2.0
"""Other forms of a reference to compare a candidate with: compiled, or as a CUDA graph."""

from __future__ import annotations

from typing import Any, Callable

import torch

from loupe_worker import failures, recording, strided
from loupe_worker.failures import Failure
from loupe_worker.gradients import Gradients
from loupe_worker.values import Encoder, tensors_in

# Calls until a form is complete: compilation, then the recording of its graphs.
_WARM_UP_CALLS = 3

_COMPILE_MODES = {
    "compile": "default",
    "compile-reduce-overhead": "reduce-overhead",
    "compile-max-autotune": "max-autotune",
    "compile-max-autotune-no-graphs": "max-autotune-no-cudagraphs",
}


def made(kind: str, function: Callable[..., Any], args: Any, kwargs: Any) -> Callable[..., Any]:
    """Returns the function in another form, warmed up on these arguments."""
    if kind in _COMPILE_MODES:
        mode = _COMPILE_MODES[kind]
        compiled: Callable[..., Any]
        if isinstance(function, Gradients):  # a compiled model's backward is compiled with it
            compiled = function.with_model(torch.compile(function.model, mode=mode))
        else:
            compiled = torch.compile(function, mode=mode)
        for _ in range(_WARM_UP_CALLS):
            compiled(*args, **kwargs)
        return compiled
    if kind == "cuda-graph":
        return Graph(function, args, kwargs)
    raise Failure(failures.REFUSED, f"there is no baseline {kind}")


def refill(own: torch.Tensor, value: torch.Tensor) -> None:
    """Copies a value of the same shape; elements may share memory, as after expand()."""
    if own.stride() == value.stride():
        own, value = strided.memory_of(own), strided.memory_of(value)
    own.copy_(value)


class Graph:
    """A call captured once, on copies of its arguments. Others with the same shapes are copied in
    before they are replayed, which take() does without the call."""

    def __init__(self, function: Callable[..., Any], args: Any, kwargs: Any) -> None:
        self._args, self._kwargs = recording.snapshot((args, kwargs))
        self._inputs = [value for _, value in tensors_in((self._args, self._kwargs))]
        self._text = Encoder().encode([list(args), kwargs])
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(_WARM_UP_CALLS):
                function(*self._args, **self._kwargs)
        torch.cuda.current_stream().wait_stream(side)
        self._given: Any = None
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._result = function(*self._args, **self._kwargs)

    def check(self, args: Any, kwargs: Any) -> None:
        """Raises Failure if the arguments differ in more than what their tensors hold."""
        if Encoder().encode([list(args), kwargs]) != self._text:
            raise Failure(failures.LIMIT, "a CUDA graph keeps the numbers that it was made with")

    def take(self, args: Any, kwargs: Any) -> None:
        """Copies the values of the next calls on these arguments, because the graph is what is
        timed."""
        given = [value for _, value in tensors_in((list(args), kwargs))]
        with torch.no_grad():
            for own, value in zip(self._inputs, given):
                refill(own, value)
        self._given = [value.data_ptr() for value in given]

    def forget(self) -> None:
        """Makes the next call copy its arguments, even if they are at the same addresses."""
        self._given = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        addresses = [value.data_ptr() for _, value in tensors_in((list(args), kwargs))]
        if addresses != self._given:
            self.take(args, kwargs)
        self._graph.replay()
        return self._result
