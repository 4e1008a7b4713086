# SPDX-License-Identifier: Apache-2.0
"""Finds the elements of a reference's result that roundings decide. A quantiser, a threshold and a
bucket jump where a computed value lies on their border. Another honest order of operations may fall
to the other side there, so both values are right."""

from __future__ import annotations

import math
from typing import Any, Callable

import torch

from loupe_worker import carriers, compileroff, randomness, recording, sparse, tensors, ties
from loupe_worker.channel import Message
from loupe_worker.values import tensors_in

_ATEN = torch.ops.aten
_WHOLE = (_ATEN.round, _ATEN.floor, _ATEN.ceil, _ATEN.trunc, _ATEN.frac)
_SIGNS = (_ATEN.sign, _ATEN.sgn, _ATEN.signbit, _ATEN.heaviside)
_BORDERS = (
    _ATEN.gt, _ATEN.ge, _ATEN.lt, _ATEN.le, _ATEN.threshold, _ATEN.hardshrink, _ATEN.bucketize,
)  # fmt: skip
# They compute a quotient of their operands and round it.
_QUOTIENTS = (_ATEN.floor_divide, _ATEN.remainder, _ATEN.fmod, _ATEN.histc)
_QUANTISERS = ("fake_quantize_", "_fake_quantize_", "quantize_per_")
# They take a dimension and then indices along it.
_AT_INDICES = (
    _ATEN.gather, _ATEN.index_select, _ATEN.index_add, _ATEN.index_add_, _ATEN.scatter,
    _ATEN.scatter_, _ATEN.scatter_add, _ATEN.scatter_add_, _ATEN.scatter_reduce,
    _ATEN.scatter_reduce_,
)  # fmt: skip
# They take a list of indices, one for each dimension.
_AT_POINTS = (_ATEN.index, _ATEN.index_put, _ATEN.index_put_)
# A sum of thousands of numbers collects that many roundings.
_ROUNDINGS = 16
# Share of the elements of a result from which on none of them is left open. A result that roundings
# decide in many places is not one that a border was rarely met in.
_MOST = 0.01
_MOST_LISTED = 1 << 20  # of all tensors together; they take 24 MiB and some 70 messages
_MOST_SENT = 15_000  # that a message of 1 MiB carries
# Directions in which values are moved, and whether every second jump goes the other way.
_WAYS = [(1, False), (-1, False), (1, True), (-1, True)]
_PIECE = 1 << 24  # elements that are compared at once


class _Moved(ties.Tracking):
    """Moves computed values up or down by some roundings before an operator that jumps."""

    def __init__(self, direction: int, alternates: bool) -> None:
        super().__init__()
        self.jumps = 0
        self._direction = direction
        self._alternates = alternates

    def _called(self, func: Any, args: Any, given: dict[str, Any]) -> Any:
        if self.jumps > 0:
            args = _with_indices_inside(func.overloadpacket, args)
        place = 1 if func.overloadpacket in (_ATEN.copy_, _ATEN.searchsorted) else 0
        value = args[place] if len(args) > place else None
        if not isinstance(value, torch.Tensor) or not value.is_floating_point():
            return func(*args, **given)
        step = self._step(func, value, args, given)
        if step is None:
            return func(*args, **given)
        sign = self._direction * (-1 if self._alternates and self.jumps % 2 == 1 else 1)
        self.jumps += 1
        moved = (value + sign * step).to(value.dtype)
        if func._schema.is_mutable and place == 0:
            value.copy_(moved)
            moved = value
        return func(*args[:place], moved, *args[place + 1 :], **given)

    def _step(
        self, func: Any, value: torch.Tensor, args: Any, given: dict[str, Any]
    ) -> torch.Tensor | None:
        """Returns how far the operand of a jump is moved; None if the operator does not jump, or
        its operand is exact."""
        kind = func.overloadpacket.__name__.rstrip("_")
        is_computed = self._is_computed(value)
        if func.overloadpacket in _QUOTIENTS or kind.startswith(_QUANTISERS):
            return _rounding(value)
        if kind == "div":
            return _rounding(value) if given.get("rounding_mode") else None
        if kind == "round" and func._overloadname == "decimals":
            return _rounding(value)
        if _is_of(kind, _WHOLE):
            if is_computed:
                return _rounding(value)
            # The reference rounds halves to even, others away from zero.
            is_half = (value - value.floor()) == 0.5
            return _rounding(value) * is_half if kind == "round" and bool(is_half.any()) else None
        if func.overloadpacket in (_ATEN._to_copy, _ATEN.copy_):
            to = given.get("dtype") if kind == "_to_copy" else args[0].dtype
            is_whole = to is not None and not to.is_floating_point and not to.is_complex
            return _rounding(value) if is_computed and is_whole and to != torch.bool else None
        if func.overloadpacket is _ATEN.searchsorted:
            return _rounding(value) if is_computed else None
        if not _is_of(kind, _SIGNS + _BORDERS):
            return None
        other = args[1] if len(args) > 1 and _is_of(kind, _BORDERS[:4]) else None
        if not is_computed and not self._is_computed(other):
            return None
        # A value that equals its border is the border itself, such as the largest of a row.
        border = 0 if _is_of(kind, _SIGNS) else other
        is_off = value != border if border is not None else True
        return _rounding(value) * is_off

    def _note(self, func: Any, given: Any, result: Any) -> None:
        super()._note(func, given, result)
        if _is_of(func.overloadpacket.__name__.rstrip("_"), _WHOLE[:4] + _SIGNS):
            self._computed.discard(ties.address(result))  # whole numbers are exact


def _is_of(kind: str, operators: Any) -> bool:
    return any(each.__name__ == kind for each in operators)


def _with_indices_inside(kind: Any, args: Any) -> Any:
    """Returns an operator's arguments with indices that exist. Moved values may give one beyond an
    end, after which a GPU does nothing more for this process."""
    if kind is _ATEN.embedding:
        return (args[0], _inside(args[1], args[0].shape[0], 0), *args[2:])
    if kind in _AT_INDICES and isinstance(args[1], int):
        length = args[0].shape[args[1]] if args[0].dim() > 0 else 1
        return (*args[:2], _inside(args[2], length, 0), *args[3:])
    if kind not in _AT_POINTS:
        return args
    dim, indices = 0, []
    for index in args[1]:
        is_mask = index is not None and index.dtype in (torch.bool, torch.uint8)
        if index is not None and not is_mask:
            index = _inside(index, args[0].shape[dim], -args[0].shape[dim])
        indices.append(index)
        dim += index.dim() if is_mask else 1
    return (args[0], indices, *args[2:])


def _inside(index: torch.Tensor, length: int, first: int) -> torch.Tensor:
    return index.clamp(first, max(length - 1, first))


def _rounding(value: torch.Tensor) -> torch.Tensor:
    """Returns the distance by which two honest computations of a value may differ."""
    is_half = value.element_size() < 4
    size = (value.float() if is_half else value).abs().nan_to_num(0.0, 0.0, 0.0)
    if value.dim() > 0 and value.numel() > 0:
        size = torch.maximum(size, size.square().mean(-1, keepdim=True).sqrt())
    # Candidates accumulate half precision in float32.
    roundings = 1 if is_half else _ROUNDINGS
    return size * (roundings * torch.finfo(value.dtype).eps)


def undecided(
    result: Any, again: Callable[[], Any], tolerances: dict[str, list[float]],
    must_repeat: bool = False,
) -> Message:  # fmt: skip
    """Returns, for each tensor of a result, the elements that roundings decide: their places, and the
    lowest and the highest value there. `again` repeats the call. Tolerances by element type are
    relative, to the element and to the root mean square; types without one are exact. With
    `must_repeat` there are none unless each call, moved or not, gives the same bits again."""
    moved: list[Any] = []
    for way in _WAYS:
        other, jumps = _moved(again, way)
        if jumps == 0:
            return {}
        moved.append(other)
        if jumps == 1 and len(moved) == 2:
            break
    if must_repeat:
        for way, other in reversed(list(zip(_WAYS, moved))):
            if not same(again(), result) or not same(_moved(again, way)[0], other):
                return {}
    found: Message = {}
    left = _MOST_LISTED
    for (path, own), *others in zip(*(tensors_in(each) for each in (result, *moved))):
        open_ones = _open(own, [other for _, other in others], tolerances, left)
        if open_ones:
            found[path] = open_ones
            left -= len(open_ones["places"])
    return found


def undecided_of_call(
    function: Callable[..., Any], given: tuple[Any, Any], expected: Any,
    tolerances: dict[str, list[float]], device: str,
) -> Message:  # fmt: skip
    """Returns the same for a call of a function with these arguments, which stay unchanged. There
    are none unless the result, as called() gives it, depends on the arguments alone: what a state
    or random numbers change is not decided by roundings."""
    before = randomness.position(device)
    found = undecided(expected, lambda: called(function, given), tolerances, must_repeat=True)
    return found if randomness.position(device) == before else {}


def called(function: Callable[..., Any], given: tuple[Any, Any]) -> Any:
    """Calls a function with copies of the arguments. Returns its result, and the arguments
    afterwards."""
    args, kwargs = recording.snapshot(given)
    result = function(*args, **kwargs)
    return {"result": result, "arguments": {"args": list(args), "kwargs": kwargs}}


def taken(found: Message) -> Message:
    """Removes from the listed elements as many as one message carries, and returns them."""
    part: Message = {}
    left = _MOST_SENT
    while found and left > 0:
        path = next(iter(found))
        part[path] = {key: values[:left] for key, values in found[path].items()}
        left -= len(part[path]["places"])
        found[path] = {key: values[len(part[path][key]) :] for key, values in found[path].items()}
        if not found[path]["places"]:
            del found[path]
    return part


def _moved(again: Callable[[], Any], way: tuple[int, bool]) -> tuple[Any, int]:
    """Returns the result of a call with moved values, and how many operators jumped."""
    mode = _Moved(*way)
    with mode:
        other = again()
    return other, mode.jumps


def same(one: Any, two: Any) -> bool:
    """Returns whether the tensors of two results have the same bits."""
    left, right = tensors_in(one), tensors_in(two)
    return [path for path, _ in left] == [path for path, _ in right] and all(
        _same_tensor(a, b) for (_, a), (_, b) in zip(left, right)
    )


def _same_tensor(one: torch.Tensor, two: torch.Tensor) -> bool:
    if (one.dtype, one.shape, one.layout) != (two.dtype, two.shape, two.layout):
        return False
    if sparse.is_sparse(one):
        return all(_same_tensor(a, b) for a, b in zip(sparse.parts(one), sparse.parts(two)))
    return not one.is_quantized and tensors.same_bits(one, two)


def _open(
    own: torch.Tensor, others: list[torch.Tensor], tolerances: dict[str, list[float]], most: int
) -> Message:
    if sparse.is_sparse(own) or own.is_quantized or own.is_complex() or own.numel() == 0:
        return {}
    if any(other.shape != own.shape for other in others):
        return {}
    flat = [carriers.packed(each.detach()).reshape(-1) for each in (own, *others)]
    relative = max(tolerances.get(carriers.judged_as(own.dtype), [0.0]))
    squares = sum(float(_size(each).square().sum()) for each in flat[0].split(_PIECE))
    root = math.sqrt(squares / own.numel())
    most = min(most, int(_MOST * own.numel()))
    found: Message = {"places": [], "low": [], "high": []}
    # Piece by piece, because float64 takes several times the memory of a large result.
    for begin in range(0, own.numel(), _PIECE):
        first, *moved = (each[begin : begin + _PIECE].to(torch.float64) for each in flat)
        low, high = moved[0], moved[0]
        for each in moved[1:]:
            low, high = torch.minimum(low, each), torch.maximum(high, each)
        allowed = relative * (_size(first) + root)
        # Moved calls that agree with each other were not decided by roundings, even if they differ
        # from the first call: the result depends on a state that the first call changed.
        is_open = high - low > allowed
        low, high = torch.minimum(low, first), torch.maximum(high, first)
        is_open &= torch.isfinite(low) & torch.isfinite(high)
        places = torch.nonzero(is_open).reshape(-1)
        if len(found["places"]) + len(places) > most:
            return {}
        found["places"] += (places + begin).tolist()
        found["low"] += low[places].tolist()
        found["high"] += high[places].tolist()
    return found if found["places"] else {}


def _size(value: torch.Tensor) -> torch.Tensor:
    return value.to(torch.float64).abs().nan_to_num(0.0, 0.0, 0.0)


compileroff.keep_off(_Moved(1, False))  # now, because a reference may import the compiler itself
