# SPDX-License-Identifier: Apache-2.0
"""Requests about a model and its arguments other than calling it;
core/platforms/python/pythonhost.h lists them."""

from __future__ import annotations

import copy
from typing import Any, Callable

import torch

from loupe_worker import devices, failures, jumps, permutation, poison, precision, recording
from loupe_worker import sparse, strided, structures, tensors, ties, weights
from loupe_worker.channel import Message
from loupe_worker.compileroff import keep_off
from loupe_worker.failures import Failure
from loupe_worker.gradients import Gradients
from loupe_worker.guards import Guards
from loupe_worker.values import tensors_in

Answer = tuple[Message, Any, bool]


class ModelOperations:
    """Mixin of Operations for these requests."""

    _device: str
    _object: Any
    _args: list[Any]
    _kwargs: dict[str, Any]
    _last: Any
    _exact: Any = None  # the last call in float64, if it was requested
    _given: list[tuple[int, torch.Tensor]]
    _pristine: list[torch.Tensor]
    _guards: Guards
    _plain_weights: dict[str, torch.Tensor] | None = None
    _calls: list[recording.Call]
    _undecided: Message = {}  # elements that no message has carried yet
    _peak_bytes: int = 0  # device memory of the last forward, in addition to its inputs

    def _seed(self, request: Message) -> None:
        raise NotImplementedError

    def _callable(self, request: Message) -> Callable[..., Any]:
        raise NotImplementedError

    def _refuse_another_way(self, request: Message, short: int) -> None:
        raise NotImplementedError

    def _do_exact(self, request: Message) -> Answer:
        """Returns the last call's result in float64."""
        self._seed(request)
        limits = precision.Limits(
            request["most_bytes"], request.get("most_peak_bytes", 0), self._peak_bytes
        )
        try:
            with torch.no_grad():
                called = (self._object, self._args, self._kwargs, self._last, limits)
                found = precision.repeated(*called, lambda: self._called_again(request))
                if request.get("rounding"):
                    for name, error in precision.of_rounding(*called).items():
                        found.errors[name] = max(found.errors.get(name, 0.0), error)
        except precision.Unsuitable as why:
            return {"cannot": str(why)}, None, False
        devices.free_much(self._device)
        self._exact = found.exact
        return {"errors": found.errors, "as_timed": found.as_timed}, found.exact, True

    def _do_as_timed(self, request: Message) -> Answer:
        """Returns the error of the last call when it is made as it is timed."""
        self._seed(request)
        expected = self._last if self._exact is None else self._exact
        model = self._module_object()
        short = devices.ran_short(self._device)
        # A copy, so that a second call does not change the model's buffers again.
        shared = {id(each): each for each in model.parameters()}
        with devices.with_tf32(), torch.no_grad():
            timed = copy.deepcopy(model, shared)(*self._args, **self._kwargs)
        self._refuse_another_way(request, short)
        return {"errors": precision.errors_as_timed(expected, self._last, timed)}, None, False

    def _stand_in(self) -> torch.nn.Module:
        """Returns a copy of the model with the same parameters. Calling it does not change the
        model's buffers."""
        model = self._module_object()
        return copy.deepcopy(model, {id(each): each for each in model.parameters()})

    def _called_again(self, request: Message) -> Any:
        """Repeats the last call without an effect on the model."""
        self._seed(request)
        with torch.set_grad_enabled(bool(request.get("grad"))):
            return self._stand_in()(*self._args, **self._kwargs)

    def _do_operations(self, request: Message) -> Answer:
        """Counts the operations of the last call's matrix products, convolutions and attention, and names
        the type of its result. None, where there are none or the call cannot be watched."""
        from torch.utils.flop_counter import FlopCounterMode  # takes 0.15 s, which others need not wait

        types = [value.dtype for _, value in tensors_in(self._last) if value.is_floating_point()]
        try:
            keep_off(FlopCounterMode(display=False))
            with FlopCounterMode(display=False) as counter:
                self._called_again(request)
            count = counter.get_total_flops()
        except Exception:  # a reference that a dispatch mode cannot watch
            count = 0
        devices.free_much(self._device)
        kind = str(types[0]).removeprefix("torch.") if types else ""
        return {"operations": count or None, "type": kind}, None, False

    def _do_ties(self, request: Message) -> Answer:
        """Returns whether the order of equal values decides the last call, which changed none of
        its inputs, whether such values may be computed ones, and whether torch documents that
        order."""

        def again() -> Any:
            return self._called_again(request)

        answer = ties.described(self._last, again)
        devices.free_much(self._device)
        return answer, None, False

    def _do_unwritten(self, request: Message) -> Answer:
        """Returns whether the last call's result has elements that the reference does not write, and
        that are other ones in other memory."""
        found = self._unless_short(lambda: self._depends_on_memory(request), False)
        devices.free_much(self._device)
        return {"unwritten": found}, None, False

    def _depends_on_memory(self, request: Message) -> bool:
        """Returns whether calls from the same state agree in equally filled memory, and differ in
        memory that is filled otherwise. The last call itself began from an earlier state."""

        def called(byte: int) -> Any:
            with poison.allocations(self._device, self._last, byte):
                return self._called_again(request)

        # Not with the last call, whose memory may hold what an earlier request filled it with.
        zero, large = called(poison.ZERO), called(poison.LARGE)
        return (
            not ties.agree(zero, large)
            and ties.agree(large, called(poison.LARGE))
            and ties.agree(zero, called(poison.ZERO))
        )

    def _unless_short(self, look: Callable[[], Any], otherwise: Any) -> Any:
        """Looks at what is judged without it as well: too little memory for more calls must not
        end the task."""
        try:
            return look()
        except Exception as error:
            if not failures.lacks_memory(error):
                raise
        return otherwise

    def _do_undecided(self, request: Message) -> Answer:
        """Returns the elements of a result that roundings decide, as many as one message carries;
        with `more` the next ones."""
        if not request.get("more"):
            self._undecided = {}
            self._undecided = self._unless_short(lambda: self._find_undecided(request), {})
            devices.free_much(self._device)
        part = jumps.taken(self._undecided)
        return {"undecided": part, "more": bool(self._undecided)}, None, False

    def _find_undecided(self, request: Message) -> Message:
        """Looks at the last call of the model, at a recorded call, or with `function` at its last
        call, whose arguments the request has."""
        tolerances = request["tolerances"]
        if "index" in request:
            call = self._calls[request["index"]]
            function, given = call.called, (call.args, call.kwargs)
            expected = {"result": call.result, "arguments": call.after}
            if function is None or not call.repeatable:
                return {}
        elif "function" in request:
            function, given = self._callable(request), (self._args, self._kwargs)
        else:
            return jumps.undecided(self._last, lambda: self._called_again(request), tolerances)
        with torch.set_grad_enabled(bool(request.get("grad"))):
            if "function" in request:
                expected = jumps.called(function, given)
                if not jumps.same(expected["result"], self._last):
                    return {}
            return jumps.undecided_of_call(function, given, expected, tolerances, self._device)

    def _do_structures(self, request: Message) -> Answer:
        """Returns the structured inputs that suit the last call's reference."""
        limits = precision.Limits(
            request["most_bytes"], request.get("most_peak_bytes", 0), self._peak_bytes
        )
        model = self._stand_in()

        def call(inputs: list[Any]) -> Any:
            self._seed(request)
            with torch.set_grad_enabled(bool(request.get("grad"))):
                return model(*inputs)

        names: list[str] = []
        if ties.agree(call(self._args), call(self._args)):  # the result depends on no state
            names = structures.fitting(call, model, self._args, self._last, limits)
        devices.free_much(self._device)
        return {"variants": names}, None, False

    def _do_randomise(self, request: Message) -> Answer:
        """Randomises tensors whose weights are all the same, or with `redraw` the others. Without a
        seed, restores the previous values."""
        target = self._module_object()
        if "seed" not in request:
            target.load_state_dict(self._plain_weights or {}, strict=False)
            self._plain_weights = None
            devices.free_much(self._device)
            return {}, None, False
        redraws = bool(request.get("redraw"))
        chosen = weights.redrawable(target) if redraws else weights.randomisable(target)
        change = weights.redraw if redraws else weights.randomise
        self._plain_weights = {}
        for place, (name, value) in enumerate(chosen.items()):
            self._plain_weights[name] = permutation.own(value)
            change(value, request["seed"] + place)
        return {"changed": list(chosen)}, dict(target.state_dict()), True

    def _do_generator(self, request: Message) -> Answer:
        self._seed(request)
        return {}, None, False

    def _do_arguments(self, _: Message) -> Answer:
        return {}, {"args": self._args, "kwargs": self._kwargs}, True

    def _do_state(self, _: Message) -> Answer:
        return {}, dict(self._module_object().state_dict()), True

    def _do_set_state(self, _: Message) -> Answer:
        matched = self._load_state(self._kwargs)
        # They take as much memory as the weights themselves, and others may wait for it.
        self._args, self._kwargs, self._given, self._pristine = [], {}, [], []
        devices.free_much(self._device)
        return {"matched": matched}, None, False

    def _load_state(self, given: dict[str, torch.Tensor]) -> str:
        """Loads the weights and returns how they matched the object: "names", "order", "none"."""
        if not isinstance(self._object, torch.nn.Module):
            return "none" if given else "names"
        target = self._object
        own = target.state_dict()
        if list(own) != list(given) and set(own) != set(given):
            shapes = [tuple(value.shape) for value in own.values()]
            if shapes != [tuple(value.shape) for value in given.values()]:
                return "none"
            target.load_state_dict(dict(zip(own, given.values())))
            if isinstance(target, Gradients):
                target.reference_names = dict(zip(own, given))
            return "order"
        target.load_state_dict(given)
        return "names"

    def _module_object(self) -> torch.nn.Module:
        if not isinstance(self._object, torch.nn.Module):
            raise Failure(failures.REFUSED, "the object is not a torch.nn.Module")
        return self._object

    def _put_where(
        self, given: list[tuple[int, torch.Tensor]], guards: Guards, late: bool
    ) -> None:  # fmt: skip
        """Moves the tensors of the new arguments to the addresses and into the objects of the
        previous ones."""
        places = [place for place, _ in self._given]
        if places == [place for place, _ in given] and put_at(
            [value for _, value in given],
            [value for _, value in self._given],
            self._device if late else None,
        ):
            # Numbers beside the tensors are the new ones.
            there = {id(new): old for (_, new), (_, old) in zip(self._given, given)}
            self._args, self._kwargs = recording.snapshot((self._args, self._kwargs), there)
            self._given, self._guards = given, guards


def non_finite(result: Any) -> int:
    """Returns the number of a result's elements that are NaN or infinite."""
    held = [
        sparse.parts(value)[-1] if sparse.is_sparse(value) else value
        for _, value in tensors_in(result)
    ]
    return sum(
        int((~torch.isfinite(value)).sum())
        for value in held
        if value.is_floating_point() and value.element_size() > 1  # isfinite lacks float8
    )


def put_at(
    previous: list[torch.Tensor], given: list[torch.Tensor], late_on: str | None = None
) -> bool:
    """Copies values to the memory of others. Returns False, without changes, if they do not fit. On
    the device `late_on` they arrive after a delay: code that does not wait for the current stream
    reads the old values."""
    if len(previous) != len(given) or any(
        a.shape != b.shape or a.dtype != b.dtype or a.stride() != b.stride() or a.device != b.device
        for a, b in zip(previous, given)
    ):
        return False
    with torch.no_grad():
        changed = [
            (old, new) for old, new in zip(previous, given) if not tensors.same_bits(old, new)
        ]
        if changed and late_on is not None:
            devices.delay(late_on)
        for old, new in changed:
            strided.memory_of(old).copy_(strided.memory_of(new))
    return True
