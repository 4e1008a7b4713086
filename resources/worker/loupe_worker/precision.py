# SPDX-License-Identifier: Apache-2.0
"""Repeats a reference in float64: its expected result, and its error."""

from __future__ import annotations

import contextlib
import copy
import enum
import math
from dataclasses import dataclass
from typing import Any, Callable, Iterator

import torch
from torch.nn.modules.conv import _ConvTransposeNd

from loupe_worker import carriers, devices, distances, failures, kinds, sparse, strided
from loupe_worker.loading import cast_all
from loupe_worker.tensors import same_bits
from loupe_worker.values import tensors_in

# Beyond this share of the result's magnitude, the two are different computations: other random
# numbers were drawn, another branch was taken, or a value overflowed.
_SAME = 1e-2

# Permitted error of a result, in roundings of one number at the magnitude of the largest input or
# weight. A sum of thousands of numbers collects that many. So does a sum that cancels, such as the
# mean of a normalised tensor.
_ROUNDINGS = 16

# Number of elements compared at once, because a result may fill much of the memory.
_AT_ONCE = 1 << 24

_WHOLE = (torch.float64, torch.complex128)


class Unsuitable(Exception):
    """Reason, for display, why a reference has no float64 form."""


@dataclass
class Limits:
    """Limits of a float64 form, in bytes: for inputs and weights, and for these with intermediate
    values. `peak` is what the original call took for the latter (0: not known)."""

    most: int
    most_peak: int = 0
    peak: int = 0


@dataclass
class Repeated:
    """A result in float64, in the element types of the original."""

    exact: Any
    errors: dict[str, float]  # the largest error of the original, by element type
    # Errors, by output, that only a shortcut of the original explains.
    as_timed: dict[str, list[float]]


def repeated(
    module: Any, args: Any, kwargs: Any, result: Any, limits: Limits,
    again: Callable[[], Any] | None = None,
) -> Repeated:  # fmt: skip
    """Returns the module's result when it and its arguments are doubled. Sizes alone decide whether
    it is tried; a lack of memory after that is raised. `again` repeats the original call, whose
    error is measured without the shortcut of torch.cdist."""
    scale = _largest((args, kwargs, dict(module.state_dict())))
    with distances.Direct() as direct:
        exact = _doubled(module, args, kwargs, result, limits)
        plain = again() if direct.was_used and again is not None else result
    kept = _like(exact, result)
    shortcut = {} if plain is result else errors_as_timed(kept, plain, result)
    return Repeated(kept, _errors(exact, plain, scale), shortcut)


def of_rounding(module: Any, args: Any, kwargs: Any, result: Any, limits: Limits) -> dict[str, float]:
    """Returns the permitted error of a result, by element type, that comes from rounding numbers of
    the inputs' magnitude. It is `_ROUNDINGS` times the change when the inputs themselves are
    rounded."""

    def moved(value: Any) -> Any:
        if isinstance(value, torch.Tensor) and value.layout == torch.strided:
            if not value.is_floating_point() or value.element_size() < 2:
                return value
            unit = torch.finfo(value.dtype).eps / 2
            noise = torch.rand(value.shape, dtype=torch.float64, device=value.device) * 2 - 1
            return value.to(torch.float64) * (1 + unit * noise)
        return kinds.rebuilt(value, moved) if kinds.is_holder(value) else value

    with distances.Direct():
        exact = _doubled(module, args, kwargs, result, limits)
        other = _doubled(module, moved(args), moved(kwargs), result, limits)
    errors: dict[str, float] = {}
    for (_, right), (_, own), (_, given) in zip(*map(tensors_in, (exact, other, result))):
        if right.is_floating_point() and right.shape == own.shape and right.numel() > 0:
            off = float((right - own).abs().max()) * _ROUNDINGS
            name = carriers.judged_as(given.dtype)
            errors[name] = max(errors.get(name, 0.0), off if math.isfinite(off) else 0.0)
    return errors


def in_float64(
    module: Any, args: Any, kwargs: Any, result: Any, limits: Limits, keeps_type: bool = False
) -> Any:
    """Returns the float64 result without measuring the error of `result`; with `keeps_type` in
    float64 itself."""
    with distances.Direct():
        exact = _doubled(module, args, kwargs, result, limits)
    return exact if keeps_type else _like(exact, result)


def _doubled(module: Any, args: Any, kwargs: Any, result: Any, limits: Limits) -> Any:
    if not isinstance(module, torch.nn.Module):
        raise Unsuitable("it is no torch.nn.Module")
    held = [value for _, value in tensors_in((args, kwargs))] + list(module.state_dict().values())
    size = sum(value.numel() * 8 for value in held if isinstance(value, torch.Tensor))
    if size > limits.most:
        raise Unsuitable(f"inputs and weights take {size >> 20} MB in float64")
    whole = size + 2 * limits.peak
    if limits.most_peak and whole > limits.most_peak:
        raise Unsuitable(f"with what is computed on the way they take {whole >> 20} MB in float64")
    if not any(carriers.is_number(value.dtype) for _, value in tensors_in(result)):
        raise Unsuitable("it gives no floating tensor")
    try:
        device = str(next((value.device for value in held), torch.device("cpu")))
        double = copy.deepcopy(module).double()
        doubled = cast_all((args, kwargs), device, torch.float64, False)
        return _called(double, doubled[0], doubled[1], device)
    except Exception as error:  # a reference with fixed types may raise anything
        if failures.lacks_memory(error):
            raise
        raise Unsuitable(f"it fails in float64: {type(error).__name__}: {error}"[:300]) from None


@contextlib.contextmanager
def _without_cudnn() -> Iterator[None]:
    was = torch.backends.cudnn.enabled
    torch.backends.cudnn.enabled = False
    try:
        yield
    finally:
        torch.backends.cudnn.enabled = was


def _called(double: torch.nn.Module, args: Any, kwargs: Any, device: str) -> Any:
    """Calls the model, with cuDNN disabled if it has transposed convolutions. In float64 cuDNN
    takes up to ten times as long as torch's own kernels. These take more memory, so that cuDNN is
    used if memory is short."""
    if not any(isinstance(each, _ConvTransposeNd) for each in double.modules()):
        return double(*args, **kwargs)
    try:
        with _without_cudnn():
            return double(*args, **kwargs)
    except Exception as error:
        if not failures.lacks_memory(error):
            raise
    devices.free_unused(device)
    return double(*args, **kwargs)


def errors_as_timed(expected: Any, plain: Any, timed: Any) -> dict[str, list[float]]:
    """Returns root mean square and maximum error of `timed`, by output, if its bits differ from
    those of `plain`. Equal bits mean that timing has no error of its own. Skips outputs that are
    not finite, of another form, or of whole numbers."""
    errors: dict[str, list[float]] = {}
    places = [tensors_in(each) for each in (expected, plain, timed)]
    for (place, right), (_, before), (_, own) in zip(*places):
        if any(sparse.is_sparse(each) for each in (right, before, own)):
            continue
        if right.shape != own.shape or not carriers.is_number(own.dtype) or own.numel() == 0:
            continue
        if before.shape == own.shape and same_bits(before, own):
            continue
        squares = largest = 0.0
        for wanted, got in _parts(right, own):
            off = (got - wanted).abs()
            squares += float(off.square().sum())
            largest = max(largest, float(off.max()))
        if math.isfinite(squares):
            errors[place] = [math.sqrt(squares / own.numel()), largest]
    return errors


def _like(exact: Any, result: Any) -> Any:
    kind = type(result)
    if kind is not type(exact):
        raise Unsuitable("it gives another kind of result in float64")
    if isinstance(result, torch.Tensor):
        return _tensor_like(exact, result)
    if kinds.is_holder(result):
        if [path for path, _ in kinds.items_of(exact)] != [path for path, _ in kinds.items_of(result)]:
            raise Unsuitable("it gives other parts of a result in float64")
        others = iter(kinds.items_of(exact))
        return kinds.rebuilt(result, lambda item: _like(next(others)[1], item))
    if isinstance(result, (int, float, str, enum.Enum, type(None))):
        return result
    raise Unsuitable(f"results of {kind.__name__} are not compared in float64")


def _tensor_like(exact: torch.Tensor, result: torch.Tensor) -> torch.Tensor:
    """Returns the values of the float64 form with the kind and the layout of the result itself.
    Only the latter bind a candidate."""
    if exact.layout != result.layout:
        raise Unsuitable("it gives another layout in float64")
    made = exact.detach().to(result.dtype)
    if made.layout == torch.strided and made.shape == result.shape:
        made = strided.once(made, result.stride()).expand(result.shape)
    if isinstance(result, torch.nn.Parameter):
        return torch.nn.Parameter(made, requires_grad=result.requires_grad)
    return made


def _largest(values: Any) -> float:
    """Returns the largest finite magnitude of all floating tensors."""
    largest = 0.0
    for _, value in tensors_in(values):
        if value.layout != torch.strided or value.numel() == 0:
            continue
        if value.is_floating_point() and value.element_size() > 1:
            ends = torch.aminmax(value.detach())
            largest = max([largest, *(abs(float(end)) for end in ends if torch.isfinite(end))])
    return largest


def _errors(exact: Any, result: Any, scale: float = 0.0) -> dict[str, float]:
    errors: dict[str, float] = {}
    for (path, right), (_, own) in zip(tensors_in(exact), tensors_in(result)):
        if right.shape != own.shape:
            raise Unsuitable(f"{path} has another shape in float64")
        if sparse.is_sparse(own):
            right, own = right.to_dense(), own.to_dense()
        if own.numel() == 0:
            continue
        if not carriers.is_number(own.dtype):
            if not torch.equal(carriers.packed(right.to(own.dtype)), carriers.packed(own)):
                raise Unsuitable(f"{path} holds other whole numbers in float64")
            continue
        name = carriers.judged_as(own.dtype)
        errors[name] = max(errors.get(name, 0.0), _error(path, right, own, scale))
    return errors


def _error(path: str, right: torch.Tensor, own: torch.Tensor, scale: float) -> float:
    """Returns the largest error of `own`, computed from values up to `scale`. Handles some elements
    at a time: a float64 result may fill much of the memory, and each step needs as much again."""
    squares = 0.0
    for wanted, got in _parts(right, own):
        finite = torch.isfinite(wanted)
        if not torch.equal(finite, torch.isfinite(got)):
            raise Unsuitable(f"{path} is not finite where it is in float64")
        squares += float(torch.where(finite, wanted, 0.0).square().sum())
    usual = _SAME * math.sqrt(squares / right.numel())
    step = torch.finfo(own.dtype).eps * scale
    largest = 0.0
    for wanted, got in _parts(right, own):
        finite = torch.isfinite(wanted)
        off = torch.where(finite, (wanted - got).abs(), 0.0)
        limit = _SAME * torch.where(finite, wanted, 0.0).abs() + usual
        largest = max(largest, float(off.max()))
        if bool((off > limit).any()):
            if bool((off > limit + _ROUNDINGS * step).any()):
                raise Unsuitable(f"{path} differs by more than 1 % in float64")
            largest = max(largest, step)  # another order of its additions gives such an error
    return largest


def _parts(
    wanted: torch.Tensor, got: torch.Tensor
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yields both in float64, some elements at a time."""
    flat = wanted.detach().reshape(-1), got.detach().reshape(-1)
    for begin in range(0, wanted.numel(), _AT_ONCE):
        part, own = (each[begin : begin + _AT_ONCE].to(torch.float64) for each in flat)
        yield part, own
