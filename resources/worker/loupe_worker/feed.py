# SPDX-License-Identifier: Apache-2.0
"""Inputs of timed calls. Before each block of calls every call gets values that its process has
never seen, at the addresses of earlier ones, so that a kept result is a wrong one. The reference's
process draws these values; a candidate's process learns nothing but the values themselves."""

from __future__ import annotations

import os
from typing import Any, Callable

import torch

from loupe_worker import recording, strided, tensors
from loupe_worker.values import Encoder, tensors_in

Arguments = tuple[list[Any], dict[str, Any]]

# Below the size from which the allocator returns memory to the system (pythonworkerspec.cpp).
_CHUNK_BYTES = 16 << 20
_CHUNKS = 4
_empty, _fill = torch.empty, torch.Tensor.fill_


class Feed:
    """Slots for the inputs of several calls."""

    def __init__(self, first: Arguments | None, convert: Callable[[Any], Any] | None) -> None:
        """`first`: what the first slot holds, if its addresses are to stay. `convert` makes the
        arrays that a function takes instead of tensors."""
        self._convert = convert
        self._plain = [] if first is None else [first]
        self.slots = list(self._plain)  # of the next calls

    def lay(self, sets: list[Arguments], are_shared: bool = False) -> None:
        """Fills one slot for each set of values, with the values themselves if they come from shared
        memory."""
        if not are_shared:
            for slot, given in enumerate(sets):
                if slot == len(self._plain):
                    self._plain.append(recording.snapshot(given))
                else:
                    self._plain[slot] = _put_into(self._plain[slot], given)
            sets = self._plain[: len(sets)]
        self.slots = sets if self._convert is None else [self._convert(each) for each in sets]


class Inbox:
    """Decodes the sets of inputs that a process receives. Another process writes the next ones to
    the same shared memory, because copying takes longer than many kernels, and a time that varies.
    """

    def __init__(self, device: torch.device | None) -> None:
        """`device`: as in tensors.read()."""
        self._device = device
        self._again: Callable[[], list[Arguments]] = list

    def take(
        self, request: dict[str, Any], received: list[int],
        decode: Callable[[list[torch.Tensor]], list[Arguments]],
    ) -> list[Arguments]:  # fmt: skip
        """Returns the sets of a request."""
        specs, views = request.get("tensors", []), []
        if specs and request.get("shares"):
            views = tensors.shared(received[0], specs)
            self._again = lambda: decode([view.detach() for view in views])
            return self._again()
        if specs:
            views = tensors.read(received[0], specs, self._device)
        return decode(views)

    def again(self) -> list[Arguments]:
        """Returns the sets that are in shared memory now. A call may have changed the objects that
        held those before."""
        return self._again()

    def forget(self) -> None:
        self._again = list


def grow_heap() -> None:
    """Gives this process memory for the results of several calls. Otherwise its heap grows from call
    to call, which costs more than many kernels, and more in a process that made no inputs."""
    chunks = [_empty(_CHUNK_BYTES, dtype=torch.uint8) for _ in range(_CHUNKS)]
    for chunk in chunks:
        _fill(chunk, 1)


class Kept:
    """Values in a GPU's memory of this process alone. It takes them from there as another process
    takes those that it is handed: what a candidate's process works longer counts as done ahead of
    its calls, and unmapping memory makes the next kernel slower."""

    def __init__(self, request: dict[str, Any], descriptors: list[int]) -> None:
        """Owns the descriptors."""
        self.request = request
        self.descriptors = descriptors

    @staticmethod
    def made(value: Any, device: torch.device | None) -> Kept:
        """`device` as in tensors.write()."""
        encoder = Encoder(keeps_sparse=True)
        request = {"value": encoder.encode(value)}
        if not encoder.tensors:
            return Kept(request, [])
        request["tensors"], descriptor = tensors.write(encoder.tensors, device)
        return Kept(request, [descriptor])

    def __del__(self) -> None:
        for descriptor in self.descriptors:
            os.close(descriptor)


def same_values(one: Any, other: Any) -> bool:
    """Returns whether the tensors hold the same bits, and everything else is equal."""
    encoders = Encoder(), Encoder()
    texts = [encoder.encode(value) for encoder, value in zip(encoders, (one, other))]
    return texts[0] == texts[1] and all(
        map(tensors.same_bits, encoders[0].tensors, encoders[1].tensors)
    )


def _put_into(held: Arguments, given: Arguments) -> Arguments:
    """Returns the values in the memory of those that were there, as far as it fits. A call may have
    given its inputs another size, or replaced their memory."""
    old, new = _tensors(held), _tensors(given)
    if len(old) != len(new) or not all(map(_fits, old, new)):
        return recording.snapshot(given)  # received memory is mapped
    with torch.no_grad():
        for there, value in zip(old, new):
            strided.memory_of(there).copy_(strided.memory_of(value))
    return recording.snapshot(given, {id(value): there for there, value in zip(old, new)})


def _tensors(value: Any) -> list[torch.Tensor]:
    return list({id(each): each for _, each in tensors_in(value)}.values())


def _fits(old: torch.Tensor, new: torch.Tensor) -> bool:
    return old.layout == new.layout == torch.strided and (
        old.shape, old.stride(), old.dtype, old.device, old.requires_grad
    ) == (new.shape, new.stride(), new.dtype, new.device, new.requires_grad)  # fmt: skip
