# SPDX-License-Identifier: Apache-2.0
"""Calls a model forward and backward. The gradients are part of the result, so that they are
compared, repeated in float64 and timed like the rest of it."""

from __future__ import annotations

from typing import Any, Iterator

import torch

from loupe_worker import failures, kinds
from loupe_worker.failures import Failure
from loupe_worker.values import tensors_in

# Both sides draw the same gradients of the results.
_SEED = 20_240_613

# Multiples of 1/64 from -2 to 2, which all floating types hold exactly.
_LARGEST, _STEPS = 128, 64


class Gradients(torch.nn.Module):
    """A model whose call returns its result and the gradients of its inputs and parameters:
    `{"forward": …, "gradients": {"input 1": …, "parameter weight": …}}`. An input or parameter
    without a gradient has no entry. Its weights have the names that they have in the model."""

    def __init__(self, model: Any, is_reference: bool) -> None:
        super().__init__()
        if not isinstance(model, torch.nn.Module):
            raise Failure(failures.REFUSED, "the object is not a torch.nn.Module")
        self.model = model
        # Names of the reference's parameters, if they are loaded by order.
        self.reference_names: dict[str, str] = {}
        self._is_reference = is_reference
        self._upstream = Upstream()

    def forward(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        inputs = _Leaves()
        try:
            with torch.enable_grad():
                result = self._called(inputs.of(list(args)), inputs.of(kwargs))
                self._go_back([value for _, value in tensors_in(result) if value.requires_grad])
            found = dict(self._gradients(inputs))
        finally:
            for parameter in self.model.parameters():
                parameter.grad = None
        if not found and self._is_reference:
            raise Failure(failures.NO_GRADIENTS, "no result depends on an input or a parameter in a "
                                                 "way that autograd follows")  # fmt: skip
        return {"forward": _detached(result), "gradients": found}

    @property
    def upstream(self) -> Upstream:
        """Returns the gradients of the last call's results."""
        return self._upstream

    def with_model(self, model: Any) -> Gradients:
        """Returns the same calls of another form of the model."""
        made = Gradients(model, self._is_reference)
        names = [name for name, _ in self.model.named_parameters()]
        made.reference_names = dict(zip((name for name, _ in model.named_parameters()), names))
        return made

    def _called(self, args: list[Any], kwargs: dict[str, Any]) -> Any:
        try:
            return self.model(*args, **kwargs)
        except RuntimeError as error:
            if self._is_reference and "leaf Variable that requires grad" in str(error):
                raise Failure(failures.NO_GRADIENTS, "it writes to an input in place") from error
            raise

    def _go_back(self, results: list[torch.Tensor]) -> None:
        results = [value for value in results if _is_real(value)]
        if not results:
            return
        try:
            torch.autograd.backward(results, self._upstream.of(results))
        except RuntimeError as error:
            if self._is_reference and not failures.lacks_memory(error):
                raise Failure(failures.NO_GRADIENTS, str(error)) from error
            raise

    def _gradients(self, inputs: _Leaves) -> Iterator[tuple[str, torch.Tensor]]:
        for name, leaf in inputs.named:
            if leaf.grad is not None:
                yield f"input {name}", leaf.grad
        for name, parameter in self.model.named_parameters():
            if parameter.grad is not None:
                yield f"parameter {self.reference_names.get(name, name)}", parameter.grad

    # --- the model's own weights and type --------------------------------------------------------

    def state_dict(self, *args: Any, **kwargs: Any) -> Any:
        return self.model.state_dict(*args, **kwargs)

    def load_state_dict(self, *args: Any, **kwargs: Any) -> Any:
        return self.model.load_state_dict(*args, **kwargs)

    def named_parameters(self, *args: Any, **kwargs: Any) -> Any:
        return self.model.named_parameters(*args, **kwargs)

    def to(self, *args: Any, **kwargs: Any) -> Any:
        self.model = self.model.to(*args, **kwargs)
        return self


class Upstream:
    """The gradients of a call's results. They are drawn once for results of one form, so that
    later calls do not take the time. Copies of a model share them."""

    def __init__(self) -> None:
        self._forms: list[Any] = []
        self.values: list[torch.Tensor] = []

    def __deepcopy__(self, _: Any) -> Upstream:
        return self

    def of(self, results: list[torch.Tensor]) -> list[torch.Tensor]:
        forms = [(value.shape, value.dtype, value.device) for value in results]
        if forms != self._forms:
            self.values = [_drawn(value, _SEED + place) for place, value in enumerate(results)]
            self._forms = forms
        return self.values


def _drawn(like: torch.Tensor, seed: int) -> torch.Tensor:
    generator = torch.Generator(device=like.device)
    generator.manual_seed(seed)
    whole = torch.randint(
        -_LARGEST, _LARGEST + 1, tuple(like.shape), generator=generator, device=like.device,
        dtype=torch.int16,
    )  # fmt: skip
    return whole.to(like.dtype).div_(_STEPS)


class _Leaves:
    """Floating tensors of a call's arguments, which share the memory of the originals."""

    def __init__(self) -> None:
        self.named: list[tuple[str, torch.Tensor]] = []
        self._known: dict[int, torch.Tensor] = {}

    def of(self, arguments: Any) -> Any:
        """Returns the arguments with leaves in the place of their floating tensors. Positional ones
        are named by their position from 1, because a candidate may name them differently."""
        if isinstance(arguments, dict):
            return {name: self._leaf(item, name) for name, item in arguments.items()}
        return [self._leaf(item, str(place + 1)) for place, item in enumerate(arguments)]

    def _leaf(self, value: Any, name: str) -> Any:
        if isinstance(value, torch.Tensor):
            if not _is_real(value):
                return value
            if id(value) not in self._known:
                self._known[id(value)] = value.detach().requires_grad_()
                self.named.append((name, self._known[id(value)]))
            return self._known[id(value)]
        if not kinds.is_holder(value):
            return value
        keys = iter(kinds.items_of(value))
        return kinds.rebuilt(value, lambda item: self._leaf(item, f"{name}[{next(keys)[0]}]"))


def _is_real(value: torch.Tensor) -> bool:
    is_floating = value.is_floating_point() and value.element_size() > 1
    return is_floating and value.layout == torch.strided


def _detached(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach()
    return kinds.rebuilt(value, _detached) if kinds.is_holder(value) else value
