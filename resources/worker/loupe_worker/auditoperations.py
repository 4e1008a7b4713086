# SPDX-License-Identifier: Apache-2.0
"""Requests about a reference itself; core/platforms/python/pythonhost.h lists their answers."""

from __future__ import annotations

import contextlib
import functools
import gc
from typing import Any

import torch

from loupe_worker import devices, loading, othervalues, precision, recording
from loupe_worker.channel import Message
from loupe_worker.closeness import Closeness
from loupe_worker.soundness import Draw, Subject, shuffled

Answer = tuple[Message, Any, bool]


class AuditOperations:
    """Mixin of Operations for these requests."""

    _device: str
    _object: Any
    _args: list[Any]
    _kwargs: dict[str, Any]
    _calls: list[recording.Call]

    def _seed(self, request: Message) -> None:
        raise NotImplementedError

    def _named(self, name: str) -> Any:
        raise NotImplementedError

    def _dtype(self, request: Message) -> torch.dtype | None:
        raise NotImplementedError

    def _make_inputs(self, request: Message) -> tuple[list[Any], int]:
        raise NotImplementedError

    def _do_audit(self, request: Message) -> Answer:
        closeness = Closeness(request["tolerances"], request.get("equal_nan", False))
        if "draws" in request:
            function: Any = self._object
            draws = [self._drawn(request | {"seed": seed}) for seed in request["draws"]]
            further = [
                functools.partial(self._drawn, request | {"seed": seed})
                for seed in request["further_draws"]
            ]
            if "groups" in request:  # a group is the same each time
                draws[1:] = [shuffled(draws[0]) for _ in draws[1:]]
                further = [functools.partial(shuffled, draws[0]) for _ in further]
        else:
            function, draws = self._recorded_draws(request)
            further = [functools.partial(shuffled, draws[0])] * len(request["further_draws"])
        exact = precision.Limits(request["most_bytes"], request.get("most_peak_bytes", 0))
        subject = Subject(
            function, draws, further, closeness, request["call_seed"], exact, self._device
        )
        try:
            return {"audit": subject.observed(request["seconds"])}, None, False
        finally:
            del subject, draws, further
            gc.collect()
            devices.free_unused(self._device)

    def _do_other_values(self, request: Message) -> Answer:
        """Returns the arguments with other values."""
        given = {"args": self._args, "kwargs": self._kwargs}
        value, cannot = othervalues.made(given, request["seed"])
        return ({"cannot": cannot}, None, False) if cannot else ({}, value, True)

    def _drawn(self, request: Message) -> Draw:
        """Returns the arguments of one call, drawn like those of the trials."""
        self._seed(request)
        on_device = request.get("make_on", "cpu") == "device"
        with torch.device(self._device) if on_device else contextlib.nullcontext():
            inputs, _ = self._make_inputs(request)
        every = bool(request.get("cast_all"))
        return loading.cast_all(inputs, self._device, self._dtype(request), every), {}

    def _recorded_draws(self, request: Message) -> tuple[Any, list[Draw]]:
        """Returns a recorded call, and the same call with the elements of its tensors in another
        order."""
        call = self._calls[request["index"]]
        function = self._named(call.function or request["entry"])
        args, kwargs = recording.snapshot((call.args, call.kwargs))
        loading.seed_all(request["call_seed"])
        given = (list(args), kwargs)
        return getattr(function, "recorded", function), [given, shuffled(given)]
