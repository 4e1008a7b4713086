# SPDX-License-Identifier: Apache-2.0
"""Observes a reference as far as a task's soundness depends on it. Measures how much of its result
a trivial function would get right, and how much changes with its inputs, its weights and its
operators. Returns numbers only; core/integrity/tasksoundness.h interprets them."""

from __future__ import annotations

import contextlib
import math
import time
from typing import Any, Callable

import torch

from loupe_worker import carriers, devices, failures, kinds, loading, permutation, precision
from loupe_worker import sparse
from loupe_worker.channel import Message
from loupe_worker.closeness import Closeness
from loupe_worker.operatorprobe import Census, Probe, noisy
from loupe_worker.values import tensors_in

Draw = tuple[list[Any], dict[str, Any]]  # arguments of one call

# Maximum number of operators and weights of one reference that are tried, even if there is time.
_MOST_TRIED = 256

# A result of few numbers may agree by chance. From this share on, further draws are tried.
_MAY_BE_CHANCE = 0.5


def copied(value: Any) -> Any:
    """Returns the same value in separate memory, because references may write their inputs."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    return kinds.rebuilt(value, copied) if kinds.is_holder(value) else value


def shuffled(value: Any) -> Any:
    """Returns another draw of the same distribution: the elements of each tensor in another
    order."""
    if isinstance(value, torch.Tensor):
        if value.numel() < 2:
            return value
        if sparse.is_sparse(value):
            return sparse.with_values(value, shuffled(sparse.parts(value)[-1]))
        other = permutation.own(value)
        permutation.permute(other)
        return other
    return kinds.rebuilt(value, shuffled) if kinds.is_holder(value) else value


def comparable(value: Any) -> Any:
    """Returns a result with dense tensors of types that torch computes with."""
    if isinstance(value, torch.Tensor):
        return carriers.packed(value.to_dense() if sparse.is_sparse(value) else value)
    return kinds.rebuilt(value, comparable) if kinds.is_holder(value) else value


class Subject:
    """A reference with draws of its inputs. Further draws are made on demand, and not kept."""

    def __init__(
        self, function: Callable[..., Any], draws: list[Draw], further: list[Callable[[], Draw]],
        closeness: Closeness, call_seed: int, exact: precision.Limits, device: str = "cpu",
    ) -> None:  # fmt: skip
        self._function = function
        self._draws = draws
        self._further = further
        self._close = closeness
        self._seed = call_seed
        self._limits = exact
        self._device = device

    def observed(self, seconds: float) -> Message:
        """Returns all observations; the slow ones stop when the seconds are over."""
        facts: Message = {"draws": len(self._draws)}
        held = devices.begin_peak(self._device)
        first = self._result(self._draws[0])
        self._limits.peak = devices.peak(self._device) - held
        tensors = [value for _, value in tensors_in(first)]
        facts["elements"] = sum(value.numel() for value in tensors)
        facts["is_empty"] = bool(tensors) and facts["elements"] == 0
        facts["nan"] = sum(int(v.isnan().sum()) for v in tensors if v.is_floating_point())
        facts |= self._sizes(tensors)
        facts["same_inputs"] = len(self._draws) > 1 and all(
            _same(self._draws[0], draw) for draw in self._draws[1:]
        )
        facts["repeat_within"] = self._close.share(first, self._result(self._draws[0]))
        facts["random_within"] = self._close.share(
            first, self._result(self._draws[0], self._seed + 1)
        )
        facts |= self._trivial(first)
        facts |= self._exact(first)
        deadline = time.monotonic() + seconds
        facts["inputs"] = self._inputs(first, deadline)
        facts |= self._operators(first, deadline)
        facts |= self._weights(first, deadline)
        return facts

    def _result(
        self, draw: Draw, seed: int | None = None,
        around: contextlib.AbstractContextManager[Any] | None = None,
    ) -> Any:  # fmt: skip
        loading.seed_all(self._seed if seed is None else seed, everything=True)
        args, kwargs = copied(draw)
        with torch.no_grad(), around or contextlib.nullcontext():
            return comparable(self._function(*args, **kwargs))

    def _least(self, share: float, again: Callable[[Draw], float]) -> float:
        """Returns the smallest share over all draws; tries further ones as long as it may
        matter."""
        for draw in self._further:
            if share < _MAY_BE_CHANCE:
                break
            share = min(share, again(draw()))
        return share

    @staticmethod
    def _sizes(tensors: list[torch.Tensor]) -> Message:
        values = [v.to(torch.float64) for v in tensors if v.numel() > 0 and not v.is_complex()]
        if not values:
            return {}
        smallest = min(float(v.min()) for v in values)
        largest = max(float(v.max()) for v in values)
        if not math.isfinite(smallest) or not math.isfinite(largest):
            return {}
        return {"smallest": smallest, "largest": largest}

    def _trivial(self, first: Any) -> Message:
        """Returns how much of the first result is matched by functions that need no kernel."""
        facts: Message = {"zeros_within": self._close.share(first, _like(first, _zeros))}
        facts["copy_within"] = 0.0
        results = [value for _, value in tensors_in(first)]
        for path, value in tensors_in(self._draws[0], "arguments"):
            if len(results) == 1 and value.shape == results[0].shape:
                share = self._close.of_tensors(results[0], value.to(results[0].dtype))
                if share > facts["copy_within"]:
                    facts["copy_within"], facts["copy_of"] = share, path
        # What is known from other inputs also applies to these.
        others = []
        means = []
        for draw in self._draws[1:]:
            other = self._result(draw)
            others.append(self._close.share(first, other))
            means.append(self._close.share(first, _like(other, _means)))

        def of_means(draw: Draw) -> float:
            return self._close.share(first, _like(self._result(draw), _means))

        if others:
            facts["mean_within"] = self._least(min(means), of_means)
            facts["other_draw_within"] = self._least(
                min(others), lambda draw: self._close.share(first, self._result(draw))
            )
        return facts

    def _exact(self, first: Any) -> Message:
        """Returns how much of its float64 result the reference itself matches. If not all and TF32
        was allowed, also without TF32."""
        if any(value.is_floating_point() and value.element_size() < 4
               for _, value in tensors_in(first)):  # fmt: skip
            return {"not_exact": "its result is of less than 32 bits"}
        args, kwargs = copied(self._draws[0])
        loading.seed_all(self._seed, everything=True)
        try:
            with torch.no_grad():
                exact = precision.in_float64(self._function, args, kwargs, first, self._limits)
        except precision.Unsuitable as why:
            return {"not_exact": str(why)}
        facts: Message = {"exact_within": self._close.share(exact, first)}
        if facts["exact_within"] < 1.0 and devices.may_use_tf32():
            with devices.without_tf32():
                in_float32 = self._result(self._draws[0])
            facts["exact_without_tf32_within"] = self._close.share(exact, in_float32)
        return facts

    def _inputs(self, first: Any, deadline: float) -> list[Message]:
        """Returns how much of the result stays when one input comes from another draw."""
        if len(self._draws) < 2:
            return []
        out: list[Message] = []
        other_args, other_kwargs = self._draws[1]
        places: list[int | str] = [*range(min(len(other_args), len(self._draws[0][0])))]
        places += other_kwargs
        for place in places:
            own, other = (_argument(draw, place) for draw in self._draws[:2])
            if not tensors_in(other) or time.monotonic() > deadline:
                continue
            if _same(own, other):
                continue  # the task makes the same each time

            def share(draw: Draw, place: int | str = place) -> float:
                mixed = _with_argument(self._draws[0], place, _argument(draw, place))
                return self._close.share(first, self._result(mixed))

            try:
                within = self._least(share(self._draws[1]), share)
            except Exception as error:  # inputs may have to fit each other
                if failures.lacks_memory(error):
                    raise
                continue
            name = f"input {place + 1}" if isinstance(place, int) else f"input {place}"
            out.append({"name": name, "within": within})
        return out

    def _operators(self, first: Any, deadline: float) -> Message:
        """Returns how much of the result stays when one operator is skipped, or returns noise if it
        cannot be skipped."""
        census = Census()
        self._result(self._draws[0], around=census)
        out: list[Message] = []
        for operator in census.operators[:_MOST_TRIED]:
            if time.monotonic() > deadline:
                break
            probe = Probe(operator)
            try:
                changed = self._result(self._draws[0], around=probe)
            except Exception as error:  # the following code cannot take it, so it matters
                if failures.lacks_memory(error):
                    raise
                changed = None
            if not probe.was_used:
                continue
            share = 0.0 if changed is None else self._close.share(first, changed)
            out.append({"name": operator.name, "how": operator.how, "within": share})
        return {"operators": out, "operators_seen": len(census.operators)}

    def _weights(self, first: Any, deadline: float) -> Message:
        """Returns how much of the result stays when one parameter or buffer holds noise."""
        if not isinstance(self._function, torch.nn.Module):
            return {}
        out: list[Message] = []
        held = {
            name: value
            for name, value in self._function.state_dict(keep_vars=True).items()
            if isinstance(value, torch.Tensor) and value.is_floating_point() and value.numel() > 0
        }
        for name, value in list(held.items())[:_MOST_TRIED]:
            if time.monotonic() > deadline:
                break
            kept = value.detach().clone()
            value.data.copy_(noisy(kept))
            try:
                changed = self._result(self._draws[0])
                out.append({"name": name, "within": self._close.share(first, changed)})
            except Exception as error:  # it cannot take noise, so it matters
                if failures.lacks_memory(error):
                    raise
                out.append({"name": name, "within": 0.0})
            finally:
                value.data.copy_(kept)
        return {"weights": out, "weights_seen": len(held)}


def _argument(draw: Draw, place: int | str) -> Any:
    args, kwargs = draw
    return args[place] if isinstance(place, int) else kwargs.get(place)


def _with_argument(draw: Draw, place: int | str, value: Any) -> Draw:
    args, kwargs = list(draw[0]), dict(draw[1])
    if isinstance(place, int):
        args[place] = value
    else:
        kwargs[place] = value
    return args, kwargs


def _same(one: Any, other: Any) -> bool:
    pairs = list(zip(tensors_in(one), tensors_in(other)))
    return bool(pairs) and all(
        a.shape == b.shape and bool(torch.equal(a, b)) for (_, a), (_, b) in pairs
    )


def _like(value: Any, change: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    if isinstance(value, torch.Tensor):
        return change(value)
    if kinds.is_holder(value):
        return kinds.rebuilt(value, lambda item: _like(item, change))
    return value


def _zeros(value: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(value)


def _means(value: torch.Tensor) -> torch.Tensor:
    """Returns one number everywhere: the mean."""
    if value.numel() == 0:
        return value
    wide = value.to(torch.complex128 if value.is_complex() else torch.float64)
    return torch.full_like(value, wide.mean().item())
