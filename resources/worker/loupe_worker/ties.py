# SPDX-License-Identifier: Apache-2.0
"""Detects equal values in what a reference orders, and computed values that are equal up to
rounding. Which of them comes first is undefined, so a result that depends on it cannot judge a
candidate."""

from __future__ import annotations

from typing import Any, Callable

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from loupe_worker import carriers, compileroff, kinds, permutation, sparse
from loupe_worker.values import tensors_in

_ATEN = torch.ops.aten
# Operators that order values, with the default axis; None: they return no indices, or order all
# elements.
_ORDERS = {
    _ATEN.sort: -1, _ATEN.topk: -1, _ATEN.kthvalue: -1, _ATEN.mode: -1, _ATEN.median: None,
    _ATEN.nanmedian: None, _ATEN.max: None, _ATEN.min: None, _ATEN.argmax: None,
    _ATEN.argmin: None,
}  # fmt: skip
_PLACES_ONLY = (_ATEN.argmax, _ATEN.argmin)
# torch documents that they return the first of equal values.
_FIRST = (*_PLACES_ONLY, _ATEN.max, _ATEN.min)
# Operators whose results are numbers of their operands, but for the sign. Others compute.
_MOVES = frozenset(
    "_to_copy abs amax amin cat clamp clamp_max clamp_min clone constant_pad_nd copy cummax cummin "
    "embedding fill flip gather index index_copy index_put index_select kthvalue masked_fill "
    "masked_scatter masked_select max max_pool2d_with_indices maximum median min minimum neg relu "
    "repeat roll scatter sort stack take topk where zero".split()
)
# Roundings of a number of usual size in which two honest computations of a value may differ. A
# sum of thousands of numbers collects that many.
_ROUNDINGS = 16
_SAME = 1e-3  # part of a result's size that rounding errors stay below
# Rows of this many 16-bit numbers can all differ.
_MOST_NARROW = 1 << 13


class Tracking(TorchDispatchMode):
    """Tracks which memory holds numbers that were computed during the call."""

    def __init__(self) -> None:
        super().__init__()
        self._computed: set[int] = set()  # addresses of memory that holds computed numbers

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        given = dict(kwargs or {})
        result = self._called(func, args, given)
        self._note(func, (args, given), result)
        return result

    def _called(self, func: Any, args: Any, given: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _is_computed(self, value: Any) -> bool:
        """Returns whether numbers may be off by roundings."""
        if not isinstance(value, torch.Tensor) or not value.is_floating_point():
            return False
        return address(value) in self._computed and _is_rounded(value)

    def _note(self, func: Any, given: Any, result: Any) -> None:
        operands = [address(each) for each in tree_leaves(given) if isinstance(each, torch.Tensor)]
        computes = func.overloadpacket.__name__.rstrip("_") not in _MOVES and bool(operands)
        computes = computes or any(each in self._computed for each in operands)
        for each in tree_leaves(result):
            if not isinstance(each, torch.Tensor):
                continue
            if address(each) in operands and not func._schema.is_mutable:
                continue  # a view
            if computes and each.is_floating_point():
                self._computed.add(address(each))
            else:
                self._computed.discard(address(each))


class _Reordered(Tracking):
    """Puts equal values in order by their places: the last first, or with `forward` the first
    first. Which of them an operator of torch itself takes first is open, and is not always the
    same. Computed values that may differ by roundings alone count as equal, too, but for
    `forward`. With `only_open` the order of equal whole numbers stays where torch documents it,
    even if they are floats. With `watches` every order stays."""

    def __init__(
        self, only_open: bool = False, forward: bool = False, watches: bool = False
    ) -> None:
        super().__init__()
        self._only_open = only_open
        self._forward = forward
        self._watches = watches
        self.orders = False
        self.found = False  # equal values were ordered
        self.found_computed = False  # some of them were computed
        self.found_documented = False  # some of them are whole numbers in a documented order

    def _called(self, func: Any, args: Any, given: dict[str, Any]) -> Any:
        kind = func.overloadpacket
        if kind not in _ORDERS:
            return func(*args, **given)
        value = args[0]
        dim = _argument(func, args, given, "dim", _ORDERS[kind])
        if value.dim() == 0 or (dim is None and kind not in _PLACES_ONLY):
            return func(*args, **given)
        is_computed = self._is_computed(value)
        if not is_computed and _argument(func, args, given, "stable", False):
            return func(*args, **given)
        # Whole numbers cannot be drawn without equal ones, so candidates follow the documentation.
        if kind in _FIRST and self._is_whole(value):
            return func(*args, **given)
        self.orders = True
        if self._watches or value.numel() == 0:
            return func(*args, **given)
        axis = -1 if dim is None else dim
        flat = value.reshape(-1) if dim is None else value
        rows = flat.movedim(axis, -1).reshape(-1, flat.shape[axis])
        step = _rounding(rows) if is_computed and not self._forward else None
        chosen = _Chosen(kind, func, args, given)
        order, tied = chosen.order_of(rows, step, self._forward)
        is_found = bool(tied.any())
        if is_found:
            self._note_found(kind, value, is_computed)
        elif order is None:
            return func(*args, **given)
        if order is None:
            # Only these rows are ordered whole, which takes much longer than choosing from them.
            picked = chosen.native(rows)
            some = step if step is None else step[tied]
            order = _order(rows[tied], some, self._forward)
            picked[tied] = chosen.places(order, rows[tied])
        else:
            picked = chosen.places(order, rows)
        places = picked.reshape(*flat.movedim(axis, -1).shape[:-1], -1).movedim(-1, axis)
        if chosen.takes_one and not chosen.keepdim:
            places = places.squeeze(axis)
        elif dim is None:
            places = places.reshape([1] * value.dim())
        outs = [given[each.name] for each in func._schema.arguments if each.is_out]
        if kind in _PLACES_ONLY:
            return outs[0].resize_(places.shape).copy_(places) if outs else places
        made = [_numbers_at(value, axis, places), places]
        return tuple(
            [to.resize_(each.shape).copy_(each) for to, each in zip(outs, made)] if outs else made
        )

    def _note_found(self, kind: Any, value: torch.Tensor, is_computed: bool) -> None:
        self.found = True
        self.found_computed = self.found_computed or is_computed
        is_documented = kind in _FIRST and not _is_rounded(value)
        self.found_documented = self.found_documented or is_documented

    def _is_whole(self, value: torch.Tensor) -> bool:
        return not value.is_floating_point() or (self._only_open and not _is_rounded(value))


class _Chosen:
    """The numbers that an operator chooses from each row: all in order, some, or one."""

    def __init__(self, kind: Any, func: Any, args: Any, given: dict[str, Any]) -> None:
        self._kind = kind
        self._count = int(_argument(func, args, given, "k", 1))
        if kind is _ATEN.topk:
            self._from_behind = bool(_argument(func, args, given, "largest", True))
        elif kind is _ATEN.sort:
            self._from_behind = bool(_argument(func, args, given, "descending", False))
        else:
            self._from_behind = kind in (_ATEN.argmax, _ATEN.max)
        self._is_sorted = bool(_argument(func, args, given, "sorted", True))
        self.takes_one = kind not in (_ATEN.sort, _ATEN.topk)
        self.keepdim = bool(_argument(func, args, given, "keepdim", False))

    def order_of(
        self, rows: torch.Tensor, step: torch.Tensor | None, forward: bool
    ) -> tuple[torch.Tensor | None, torch.Tensor]:
        """Returns in which rows equal numbers decide the choice, and the order of all rows if that
        is known by then."""
        if self._kind is _ATEN.sort:
            order = _order(rows, step, forward)
            ordered = rows.gather(-1, order)
            return order, _near(ordered[:, 1:], ordered[:, :-1], step).any(-1)
        if self._kind is _ATEN.topk:
            count = min(self._count + 1, rows.shape[-1])
            best = torch.topk(rows, count, -1, self._from_behind).values
            return None, _near(best[:, 1:], best[:, :-1], step).any(-1)
        one = rows.gather(-1, self.native(rows))
        tied = _near(rows, one, step).sum(-1) > 1
        if self._kind is _ATEN.mode:
            tied |= (rows != rows).any(-1)
        return None, tied

    def native(self, rows: torch.Tensor) -> torch.Tensor:
        """Returns the places that torch takes from each row."""
        if self._kind is _ATEN.topk:
            return torch.topk(rows, self._count, -1, self._from_behind, self._is_sorted).indices
        if self._kind is _ATEN.kthvalue:
            return torch.kthvalue(rows, self._count, -1, keepdim=True).indices
        if self._kind in (_ATEN.median, _ATEN.nanmedian, _ATEN.mode):
            return self._kind(rows, -1, keepdim=True)[1]
        one = torch.argmax if self._from_behind else torch.argmin
        return one(rows, -1, keepdim=True)

    def places(self, order: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """Returns the chosen places of rows in that order."""
        if self._kind is _ATEN.sort:
            return order.flip(-1) if self._from_behind else order
        if self._kind is _ATEN.topk:
            # Without `sorted` torch puts the ranks in the same order as the numbers.
            ranks = torch.arange(order.shape[-1], device=order.device).expand(order.shape)
            return self.native(torch.empty_like(order).scatter_(-1, order, ranks))
        places = order.gather(-1, self._rank(rows))
        has_nan = (rows != rows).any(-1, keepdim=True)
        if self._kind is not _ATEN.mode or not bool(has_nan.any()):
            return places
        # Which number torch takes as the mode beside a NaN depends on the order of all.
        from_behind = self.native(rows.flip(-1)).neg_().add_(rows.shape[-1] - 1)
        return torch.where(has_nan, from_behind, places)

    def _rank(self, rows: torch.Tensor) -> torch.Tensor:
        """Returns the place of each row's choice in ascending order, which ends with NaNs: the
        first of the equal numbers, which differs in any two orders of them."""
        if self._from_behind:
            return rows.new_full((len(rows), 1), rows.shape[-1] - 1, dtype=torch.int64)
        one = rows.gather(-1, self.native(rows))
        less = (rows < one) | ((rows == rows) & (one != one))
        return less.sum(-1, keepdim=True)


def address(value: torch.Tensor) -> int:
    """Returns the address of a tensor's memory; 0 if it has none of its own."""
    return value.untyped_storage().data_ptr() if value.layout == torch.strided else 0


def _is_rounded(value: torch.Tensor) -> bool:
    """Returns whether numbers may be off by roundings. Sums of whole numbers are exact."""
    return value.is_floating_point() and not bool((value == value.round()).all())


def _rounding(rows: torch.Tensor) -> torch.Tensor:
    """Returns by how much two computations of a number of each row may differ."""
    size = rows.nan_to_num(0.0, 0.0, 0.0).square().mean(-1, keepdim=True).sqrt()
    # Candidates accumulate half precision in float32.
    roundings = _ROUNDINGS if rows.element_size() >= 4 else 1
    return size * (roundings * torch.finfo(rows.dtype).eps)


def _near(one: torch.Tensor, two: torch.Tensor, step: torch.Tensor | None) -> torch.Tensor:
    """Returns where numbers are equal, or differ by `step` at most. NaN equals NaN here."""
    is_near = one == two if step is None else (one == two) | ((one - two).abs() <= step)
    if two.is_floating_point() and bool(torch.isnan(two).any()):
        is_near |= torch.isnan(one) & torch.isnan(two)
    return is_near


def _order(rows: torch.Tensor, step: torch.Tensor | None, forward: bool) -> torch.Tensor:
    """Returns the places of each row's numbers in ascending order. Of equal numbers the first comes
    first, or the last without `forward`. With `step` each place of numbers that differ by that much
    at most goes to the next of them, and the last place to the first of them, so that none of them
    is where `forward` puts it."""
    last_first = step is None and not forward
    ordered, places = torch.sort(rows.flip(-1) if last_first else rows, dim=-1, stable=True)
    if last_first:
        places.neg_().add_(rows.shape[-1] - 1)
    if step is None:
        return places
    is_near = _near(ordered[:, 1:], ordered[:, :-1], step)
    ranks = torch.arange(rows.shape[-1], device=rows.device).expand(rows.shape)
    firsts = ranks.clone()
    firsts[:, 1:].masked_fill_(is_near, 0)
    taken = torch.cummax(firsts, dim=-1).values
    taken[:, :-1] = torch.where(is_near, ranks[:, 1:], taken[:, :-1])
    return places.gather(-1, taken)


def _numbers_at(value: torch.Tensor, dim: int, places: torch.Tensor) -> torch.Tensor:
    """Returns the numbers themselves at the chosen places of an axis."""
    if places.dim() == value.dim():
        return value.gather(dim, places)
    return value.gather(dim, places.unsqueeze(dim)).squeeze(dim)


def _argument(func: Any, args: Any, given: dict[str, Any], name: str, usual: Any) -> Any:
    """Returns an operator's argument `name`."""
    names = [argument.name for argument in func._schema.arguments]
    if name not in names:
        return usual
    place = names.index(name)
    return args[place] if len(args) > place else given.get(name, usual)


def decide(
    result: Any, again: Callable[[], Any], only_open: bool = False
) -> tuple[bool, bool]:
    """Returns whether the order of equal values decides the result, and whether such values may be
    computed ones. `again` repeats the call. `only_open`: an order of whole numbers that torch
    documents does not count."""
    mode = _deciding(result, again, only_open)
    return mode is not None, mode is not None and mode.found_computed


def described(result: Any, again: Callable[[], Any]) -> dict[str, bool]:
    """Returns what decide() returns as "ties" and "computed", and as "documented" whether torch
    documents the order of all values that decide."""
    mode = _deciding(result, again, False)
    documented = (
        mode is not None and mode.found_documented and _deciding(result, again, True) is None
    )
    return {
        "ties": mode is not None,
        "computed": mode is not None and mode.found_computed,
        "documented": documented,
    }


def _deciding(result: Any, again: Callable[[], Any], only_open: bool) -> _Reordered | None:
    """Returns the order of equal values that changes the result; None if there is none."""
    for forward in (False, True):
        mode = _Reordered(only_open, forward)
        with mode:
            other = again()
        if not mode.found:
            break
        # The last call may have changed a state, from which another call begins.
        if not agree(result, other) and not agree(again(), other):
            return mode
    return None


def orders(call: Callable[[], Any]) -> bool:
    """Returns whether a call orders values along an axis and returns their indices."""
    mode = _Reordered(watches=True)
    with mode:
        call()
    return mode.orders


def agree(result: Any, other: Any) -> bool:
    """Returns whether two results are equal up to rounding."""
    pairs = list(zip(tensors_in(result), tensors_in(other)))
    return all(_tensors_agree(one, two) for (_, one), (_, two) in pairs)


def _tensors_agree(one: torch.Tensor, two: torch.Tensor) -> bool:
    if sparse.is_sparse(one) or sparse.is_sparse(two):
        one, two = one.to_dense(), two.to_dense()
    if one.shape != two.shape:
        return False
    if not carriers.is_number(one.dtype) and not one.is_complex():
        return torch.equal(carriers.packed(one), carriers.packed(two))
    wide = torch.complex128 if one.is_complex() else torch.float64
    left, right = one.detach().to(wide), two.detach().to(wide)
    size = float(left.abs().nan_to_num(0.0, 0.0, 0.0).square().mean().sqrt()) if one.numel() else 0.0
    return torch.allclose(left, right, rtol=_SAME, atol=_SAME * size, equal_nan=True)


def untied(inputs: list[Any]) -> list[Any]:
    """Returns the inputs without equal numbers in a floating tensor, as far as its type has enough
    numbers. Each is moved by as few steps of its type as possible."""

    def visit(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return _spread(value) if _can_spread(value) else value
        return kinds.rebuilt(value, visit) if kinds.is_holder(value) else value

    return [visit(value) for value in inputs]


def _can_spread(value: torch.Tensor) -> bool:
    if value.layout != torch.strided or value.numel() < 2 or not value.is_floating_point():
        return False
    return value.element_size() > 1 and bool(torch.isfinite(value).all())


def _spread(value: torch.Tensor) -> torch.Tensor:
    whole = {2: torch.int16, 4: torch.int32, 8: torch.int64}[value.element_size()]
    made = permutation.own(value)
    is_narrow = value.element_size() == 2 and value.numel() > _MOST_NARROW
    rows = made.reshape(-1, made.shape[-1]) if is_narrow and made.dim() > 0 else made.reshape(1, -1)
    bits = rows.contiguous().view(whole).to(torch.int64)
    lowest = torch.iinfo(whole).min
    steps = torch.where(bits < 0, lowest - bits, bits)  # in the order of the numbers
    ordered, places = torch.sort(steps, dim=-1, stable=True)
    ranks = torch.arange(ordered.shape[-1], device=ordered.device)
    ordered = torch.cummax(ordered - ranks, dim=-1).values + ranks
    steps = torch.empty_like(steps).scatter_(-1, places, ordered)
    bits = torch.where(steps < 0, lowest - steps, steps).to(whole)
    spread = bits.view(value.dtype).reshape(value.shape)
    if not bool(torch.isfinite(spread).all()):
        return value
    return made.copy_(spread)


compileroff.keep_off(_Reordered())  # now, because a reference may import the compiler itself
