# SPDX-License-Identifier: Apache-2.0
"""Other forms of a reference to compare a candidate with: compiled, or as a CUDA graph."""

from __future__ import annotations

from typing import Any, Callable

import torch

from loupe_worker import failures, recording, strided
from loupe_worker.failures import Failure
from loupe_worker.gradients import Gradients
from loupe_worker.values import tensors_in

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
    """A call captured once; another call with the same shapes copies its tensors in and replays."""

    def __init__(self, function: Callable[..., Any], args: Any, kwargs: Any) -> None:
        self._args, self._kwargs = recording.snapshot((args, kwargs))
        self._inputs = [value for _, value in tensors_in((self._args, self._kwargs))]
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

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = [value for _, value in tensors_in((list(args), kwargs))]
        # Unchanged arguments are copied once, because the graph is what is timed.
        addresses = [value.data_ptr() for value in given]
        if addresses != self._given:
            with torch.no_grad():
                for own, value in zip(self._inputs, given):
                    refill(own, value)
            self._given = addresses
        self._graph.replay()
        return self._result
