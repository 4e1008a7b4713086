# SPDX-License-Identifier: Apache-2.0
"""A reference once more in float64: what it should have given, and how far off it was."""

from __future__ import annotations

import contextlib
import copy
import enum
import math
from dataclasses import dataclass
from typing import Any, Iterator

import torch
from torch.nn.modules.conv import _ConvTransposeNd

from loupe_worker import carriers, devices, failures, kinds, sparse, strided
from loupe_worker.loading import cast_all
from loupe_worker.tensors import same_bits
from loupe_worker.values import tensors_in

# Beyond this part of the result's size, the two are not the same computation: other random numbers
# were drawn, a branch was taken, something overflowed.
_SAME = 1e-2

# Roundings of one number, at the size of the largest input or weight, that a result may be off by. A sum
# of thousands of numbers collects that many, and so does what cancels to nothing, as the mean of a
# normalised tensor.
_ROUNDINGS = 16

# Elements that are compared at once: a result may be a good part of the memory.
_AT_ONCE = 1 << 24

_WHOLE = (torch.float64, torch.complex128)


class Unsuitable(Exception):
    """Why a reference has no float64 form; for people."""


@dataclass
class Limits:
    """Of a float64 form, in bytes: inputs and weights; these and what is computed on the way, of
    which the call in the types as they are took `peak` (0: not known)."""

    most: int
    most_peak: int = 0
    peak: int = 0


def repeated(module: Any, args: Any, kwargs: Any, result: Any, limits: Limits) -> Any:
    """What the module gives when it and its arguments are doubled, in the element types of `result`;
    and the largest error of `result` for each of them. Whether it is tried depends on sizes alone;
    what lacks memory all the same is raised."""
    exact = _doubled(module, args, kwargs, result, limits)
    scale = _largest((args, kwargs, dict(module.state_dict())))
    return _like(exact, result), _errors(exact, result, scale)


def of_rounding(module: Any, args: Any, kwargs: Any, result: Any, limits: Limits) -> dict[str, float]:
    """How far off a result may be, by element type, because numbers of the size of the inputs are
    rounded on the way: `_ROUNDINGS` times what it changes by where the inputs themselves are."""

    def moved(value: Any) -> Any:
        if isinstance(value, torch.Tensor) and value.layout == torch.strided:
            if not value.is_floating_point() or value.element_size() < 2:
                return value
            unit = torch.finfo(value.dtype).eps / 2
            noise = torch.rand(value.shape, dtype=torch.float64, device=value.device) * 2 - 1
            return value.to(torch.float64) * (1 + unit * noise)
        return kinds.rebuilt(value, moved) if kinds.is_holder(value) else value

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
    """The same, however far off `result` is; with `keeps_type` in float64 itself."""
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
    except Exception as error:  # whatever a reference does that has its types written down
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
    """cuDNN takes up to ten times as long for a transposed convolution of float64 as torch's own
    kernels, which take more memory: where that is not there, cuDNN is."""
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
    """Root mean square and largest of what `timed` is off, by place, where its bits are not those of
    `plain`: who is called otherwise and computes the same has no error of its own. None where it is
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
    """The values of the float64 form; the kind and the layout of the result itself, which alone are what
    a candidate is held to."""
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
    """The largest error of `own`, computed from values up to `scale`. Some elements at a time: a result in float64 may be a good part of the
    memory, and each step of this takes as much again."""
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
            largest = max(largest, step)  # another order of its additions is as far off
    return largest


def _parts(
    wanted: torch.Tensor, got: torch.Tensor
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Both in float64, some elements at a time."""
    flat = wanted.detach().reshape(-1), got.detach().reshape(-1)
    for begin in range(0, wanted.numel(), _AT_ONCE):
        part, own = (each[begin : begin + _AT_ONCE].to(torch.float64) for each in flat)
        yield part, own
