# SPDX-License-Identifier: Apache-2.0
"""Converts nested values to the engine's JSON (core/model/values/valuejson.h) and tensors, and back."""

from __future__ import annotations

import enum
import math
import sys
from typing import Any

import torch

from loupe_worker import carriers, failures, kinds, pretrained, sparse, strided, tensors
from loupe_worker.failures import Failure, type_name
from loupe_worker.guards import Guards

_DEEPEST = 32
_MOST_PARTS = 100_000

Json = dict[str, Any]


class Encoder:
    """Converts one value to JSON and collects its tensors in `tensors`, each object once. Types
    that cannot travel are listed in `others`. Sparse tensors become dense for comparison, or with
    `keeps_sparse` become their parts."""

    def __init__(self, keeps_sparse: bool = False) -> None:
        self.tensors: list[torch.Tensor] = []
        self.others: list[str] = []
        self._keeps_sparse = keeps_sparse
        self._places: dict[int, int] = {}
        self._alive: list[Any] = []  # ids stay unique while the objects live
        self._parts = 0

    def encode(self, value: Any, depth: int = 1) -> Json:
        self._parts += 1
        if depth > _DEEPEST or self._parts > _MOST_PARTS:
            raise Failure(
                failures.TOO_LARGE,
                f"the result nests deeper than {_DEEPEST} or has more than {_MOST_PARTS} parts",
            )
        kind = type(value)
        if value is None:
            return {"k": "none"}
        if issubclass(kind, torch.Tensor):
            return self._tensor(value, kind)
        if issubclass(kind, (torch.dtype, torch.device)):
            name = "torch.dtype" if issubclass(kind, torch.dtype) else "torch.device"
            return {"k": "text", "v": str(value).removeprefix("torch."), "t": name}
        if issubclass(kind, enum.Enum) and type(value.name) is str:
            items = [self.encode(each, depth + 1) for each in (value.name, value.value)]
            return {"k": "tuple", "v": items, "t": kinds.enumeration_name(value)}
        if issubclass(kind, (tuple, list, dict)):
            return self._container(value, kind, depth)
        json = _number(value, kind) or self._array(value, kind) or _configuration(value)
        return json or self._data_class(value, depth) or self._other(failures.type_name(kind))

    def _container(self, value: Any, kind: type, depth: int) -> Json:
        base = next(each for each in (tuple, list, dict) if issubclass(kind, each))
        if base is dict:
            items: list[Any] = [
                [self.encode(key, depth + 1), self.encode(item, depth + 1)]
                for key, item in dict.items(value)
            ]
        else:
            items = [self.encode(item, depth + 1) for item in base.__iter__(value)]
        json: Json = {"k": base.__name__, "v": items}
        if kind is not base:
            json["t"] = (base is tuple and kinds.tuple_name(value)) or type_name(kind)
        return json

    def _data_class(self, value: Any, depth: int) -> Json | None:
        fields = kinds.fields_of(value)
        if fields is None:
            return None
        items = [
            [self.encode(name, depth + 1), self.encode(getattr(value, name, None), depth + 1)]
            for name in fields
        ]
        return {"k": "dict", "v": items, "t": kinds.data_class_name(value)}

    def _tensor(self, value: torch.Tensor, kind: type) -> Json:
        known = self._places.get(id(value))
        plain = _plain(value)
        if not _can_travel(plain):
            return self._other(f"torch.Tensor of {carriers.name_of(plain.dtype)}")
        is_sparse = sparse.is_sparse(plain)
        if is_sparse and (self._keeps_sparse or not sparse.fits_dense(plain)):
            return self._sparse(plain)
        if known is None:
            known = self._add(value, plain)
        json: Json = {"k": "tensor", "i": known}
        if is_sparse:
            json["layout"] = sparse.name_of(plain)
        if carriers.of(plain.dtype) is not None:
            json["d"] = carriers.name_of(plain.dtype)
        if plain.layout == torch.strided and not plain.is_contiguous() and plain.numel() > 0:
            json["stride"] = list(plain.stride())
        if value.requires_grad:
            json["grad"] = True
        if kind is not torch.Tensor:
            json["t"] = type_name(kind)
        return json

    def _sparse(self, plain: torch.Tensor) -> Json:
        """Returns a sparse tensor as a tuple: its size, its indices and values, and whether the
        indices are unique. For comparison, indices are made unique and sorted."""
        if not self._keeps_sparse and plain.layout == torch.sparse_coo:
            plain = plain.coalesce()
        coalesced = plain.layout == torch.sparse_coo and plain.is_coalesced()
        held = [list(plain.shape), *sparse.parts(plain), coalesced]
        name = sparse.name_of(plain)
        return {"k": "tuple", "v": [self.encode(each) for each in held], "t": name}

    def _other(self, name: str) -> Json:
        self.others.append(name)
        return {"k": "other", "t": name}

    def _array(self, value: Any, kind: type) -> Json | None:
        numpy = sys.modules.get("numpy")
        jax = sys.modules.get("jax")
        name = ""
        if numpy is None:
            return None
        if jax is not None and issubclass(kind, jax.Array):
            name = "jax.Array"
        elif not issubclass(kind, numpy.ndarray):
            return None
        elif kind is not numpy.ndarray:
            name = type_name(kind)
        array = numpy.ascontiguousarray(value).reshape(numpy.shape(value))
        plain = _from_numpy(numpy, array)
        if plain is None:
            return self._other(f"numpy.ndarray of {array.dtype}")
        json: Json = {"k": "array", "i": self._add(value, plain)}
        if carriers.of(plain.dtype) is not None:
            json["d"] = carriers.name_of(plain.dtype)
        if name:
            json["t"] = name
        return json

    def _add(self, value: Any, plain: torch.Tensor) -> int:
        self._places[id(value)] = len(self.tensors)
        self._alive.append(value)
        dense = plain.to_dense() if plain.layout != torch.strided else plain
        self.tensors.append(carriers.packed(dense))
        return len(self.tensors) - 1


def _can_travel(plain: torch.Tensor) -> bool:
    known = tensors.name_of(plain.dtype) is not None or carriers.of(plain.dtype) is not None
    return known and (plain.layout == torch.strided or sparse.is_sparse(plain))


def _plain(value: torch.Tensor) -> torch.Tensor:
    """Returns the tensor without its subclass, gradient or lazy conjugation."""
    try:
        with torch._C.DisableTorchFunctionSubclass(), torch.no_grad():
            plain = value if type(value) is torch.Tensor else value.as_subclass(torch.Tensor)
            return plain.detach().resolve_conj().resolve_neg()
    except (RuntimeError, NotImplementedError, TypeError) as error:
        if failures.lacks_memory(error):
            raise
        raise Failure(
            failures.UNREADABLE, f"a tensor's data cannot be read: {error}"
        ) from None


def _number(value: Any, kind: type) -> Json | None:
    numpy = sys.modules.get("numpy")
    name = type_name(kind)
    if issubclass(kind, bool) or (numpy is not None and issubclass(kind, numpy.bool_)):
        return {"k": "bool", "v": bool(value)} | ({} if kind is bool else {"t": name})
    if issubclass(kind, int) or (numpy is not None and issubclass(kind, numpy.integer)):
        try:
            return {"k": "int", "v": str(int(value)), "t": name}
        except ValueError as error:  # Python does not print integers of thousands of digits
            raise Failure(failures.TOO_LARGE, str(error)) from None
    if issubclass(kind, float) or (numpy is not None and issubclass(kind, numpy.floating)):
        return {"k": "real", "v": _real(float(value)), "t": name}
    if issubclass(kind, complex) or (numpy is not None and issubclass(kind, numpy.complexfloating)):
        number = complex(value)
        return {"k": "complex", "re": _real(number.real), "im": _real(number.imag), "t": name}
    if issubclass(kind, str):
        return {"k": "text", "v": str.__str__(value)} | ({} if kind is str else {"t": name})
    return None


def _configuration(value: Any) -> Json | None:
    text = pretrained.configuration_text(value)
    return None if text is None else {"k": "text", "v": text, "t": pretrained.CONFIGURATION}


def _real(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


# ml_dtypes types in numpy, with the integers of the same size.
_BORROWED = {"bfloat16": "int16", "float8_e4m3fn": "int8", "float8_e5m2": "int8"}


def _from_numpy(numpy: Any, array: Any) -> torch.Tensor | None:
    name = array.dtype.name
    if name in _BORROWED:
        return torch.from_numpy(array.view(_BORROWED[name]).copy()).view(tensors.DTYPES[name])
    if name not in tensors.DTYPES and name not in ("uint16", "uint32", "uint64"):
        return None
    return torch.from_numpy(numpy.array(array, dtype=array.dtype.newbyteorder("="), copy=True))


class Decoder:
    """Builds values from an Encoder's output; tensors go to `device`, between guards if there are
    some. A tensor that already is there and is read-only is copied. So is one that `may_grow`,
    because guards and received memory cannot. `names`: what the module defines, for classes of its
    own."""

    def __init__(
        self, received: list[torch.Tensor], device: str, guards: Guards | None = None,
        may_grow: bool = False, names: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self._received = received
        self._names = names or {}
        self._guards = guards
        self._may_grow = may_grow
        self._device = torch.device(device)
        self._built: dict[tuple[int, str], torch.Tensor] = {}

    def built(self) -> list[tuple[int, torch.Tensor]]:
        """Returns the tensors of the decoded value, each with its index in the received ones."""
        return [(place, value) for (place, _), value in self._built.items()]

    def decode(self, json: Json) -> Any:
        kind = json["k"]
        if kind == "none":
            return None
        if kind in ("list", "tuple"):
            items = [self.decode(item) for item in json["v"]]
            name = json.get("t", "")
            if kind == "list":
                return items
            if name in sparse.LAYOUTS:
                return sparse.rebuilt(name, items[0], items[1:-1], items[-1])
            return kinds.made_tuple(name, items, self._names) if name else tuple(items)
        if kind == "dict":
            made = {self.decode(key): self.decode(item) for key, item in json["v"]}
            return kinds.made_dict(json.get("t", ""), made, self._names)
        if kind == "tensor":
            return self._tensor(json)
        if kind == "array":
            received = self._of_its_type(json)
            return received.numpy() if received.device.type == "cpu" else received.cpu().numpy()
        return self._scalar(kind, json)

    def _scalar(self, kind: str, json: Json) -> Any:
        value: Any
        if kind == "bool":
            value = json["v"]
        elif kind == "int":
            value = int(json["v"])
        elif kind == "real":
            value = float(json["v"])
        elif kind == "complex":
            value = complex(float(json["re"]), float(json["im"]))
        elif kind == "text":
            return self._text(json)
        else:
            raise Failure(failures.REFUSED, f"a value of type {json.get('t')} cannot be sent")
        type_named = json.get("t", "")
        if type_named.startswith("numpy."):
            import numpy

            return getattr(numpy, type_named.removeprefix("numpy."))(value)
        return value

    def _text(self, json: Json) -> Any:
        if json.get("t") == "torch.dtype":
            return getattr(torch, json["v"])
        if json.get("t") == "torch.device":
            named = torch.device(json["v"])
            return self._device if named.type != self._device.type and named.type != "cpu" else named
        if json.get("t") == pretrained.CONFIGURATION:
            return pretrained.configuration(json["v"])
        return json["v"]

    def _tensor(self, json: Json) -> torch.Tensor:
        key = (json["i"], str(json.get("stride")))
        if key in self._built:
            return self._built[key]
        value = self._of_its_type(json)
        if self._guards is not None and self._guards.covers(value, self._device):
            value = self._guarded(self._guards, json, value)
        elif "stride" in json:
            value = _restrided(value, json["stride"], self._device)
        elif self._device.type != "cpu":
            value = value.clone() if value.device.type != "cpu" else value.to(self._device)
        elif self._may_grow:
            value = value.clone()
        if json.get("grad"):
            value.requires_grad_(True)
        if json.get("t") == "torch.nn.parameter.Parameter":
            value = torch.nn.Parameter(value.detach(), requires_grad=bool(json.get("grad")))
        self._built[key] = value
        return value

    def _of_its_type(self, json: Json) -> torch.Tensor:
        value = self._received[json["i"]]
        return carriers.unpacked(value, json["d"]) if "d" in json else value

    def _guarded(self, guards: Guards, json: Json, value: torch.Tensor) -> torch.Tensor:
        strides = json.get("stride") or list(value.stride())
        shape = tuple(value.shape)
        memory = guards.empty_strided(json["i"], shape, strides, value.dtype, self._device)
        return strided.filled(memory, value)


def _restrided(value: torch.Tensor, strides: list[int], device: torch.device) -> torch.Tensor:
    """Returns the same values with other strides."""
    shape = tuple(value.shape)
    memory = torch.empty_strided(shape, strides, dtype=value.dtype, device=device)
    return strided.filled(memory, value)


def glimpse(value: Any, places: list[float]) -> list[str]:
    """Returns the current bytes of a few elements (elements_at()), in hexadecimal. Memory that a
    page fault would fill is not touched, and cannot be read."""
    found = _first_tensor(value)
    if found is None:
        return []
    if found.device.type != "cpu":
        read = [bytes(each.view(torch.uint8).tolist()) for each in elements_at(value, places)]
    else:
        size, start = found.element_size(), found.data_ptr()
        addresses = [start + offset * size for offset in _offsets(found, places)]
        read = tensors.untouched_bytes(addresses, size)
    return [each.hex() for each in read]


def elements_at(value: Any, places: list[float]) -> list[torch.Tensor]:
    """Returns a few elements of the first tensor that has any, each as a one-element tensor that
    shares its memory. `places` are positions as fractions of its elements. The first tensor is the
    first one in the handed-over value, arrays included."""
    found = _first_tensor(value)
    if found is None:
        return []
    with torch.no_grad():
        start = found.storage_offset()
        return [found.as_strided((1,), (1,), start + at) for at in _offsets(found, places)]


def _first_tensor(value: Any) -> torch.Tensor | None:
    encoder = Encoder()
    encoder.encode(value)
    return next((each for each in encoder.tensors if each.numel() > 0), None)


def _offsets(value: torch.Tensor, places: list[float]) -> list[int]:
    """Returns the distances of elements from the tensor's first, in elements."""
    count = value.numel()
    axes = list(zip(reversed(value.shape), reversed(value.stride())))
    offsets = []
    for place in places:
        rest, offset = int(place * count), 0
        for extent, stride in axes:
            rest, at = divmod(rest, extent)
            offset += at * stride
        offsets.append(offset)
    return offsets


def tensors_in(value: Any, path: str = "result", depth: int = 1) -> list[tuple[str, torch.Tensor]]:
    """Returns every tensor of a value with its path."""
    kind = type(value)
    if issubclass(kind, torch.Tensor):
        return [(path, value)]
    found: list[tuple[str, torch.Tensor]] = []
    if depth > _DEEPEST:
        return found
    if issubclass(kind, (list, tuple)):
        for i, item in enumerate(value):
            found += tensors_in(item, f"{path}[{i}]", depth + 1)
    elif issubclass(kind, dict):
        for key, item in dict.items(value):
            name = failures.bounded(repr(key), 100) if type(key) in (str, int) else "…"
            found += tensors_in(item, f"{path}[{name}]", depth + 1)
    else:
        for field in kinds.fields_of(value) or []:
            found += tensors_in(getattr(value, field, None), f"{path}['{field}']", depth + 1)
    return found
