# SPDX-License-Identifier: Apache-2.0
"""Values that hold others (lists, tuples, dictionaries, named tuples and data classes), and members
of enumerations. Another process knows a task's own class by its name and its fields. If its module
has such a class, that one is used, else one is made."""

from __future__ import annotations

import collections
import copy
import dataclasses
import enum
import keyword
from typing import Any, Callable

import torch

_RETURN_TYPES = "torch.return_types."
_DATA_CLASS = "dataclass "
_ENUMERATION = "enum "
_MOST_NAME = 400  # characters; the engine cuts longer type names


def fields_of(value: Any) -> list[str] | None:
    """Returns the names of a data class's fields; None for every other value."""
    found = getattr(type(value), "__dataclass_fields__", None)
    if type(found) is not dict or issubclass(type(value), dict):
        return None
    return [field.name for field in dataclasses.fields(value)]


def is_holder(value: Any) -> bool:
    """Returns whether it holds other values, as defined by rebuilt()."""
    return isinstance(value, (list, tuple, dict)) or fields_of(value) is not None


def items_of(value: Any) -> list[tuple[Any, Any]]:
    """Returns the items of a holder in the order of rebuilt(), each with its key, field or
    index."""
    fields = fields_of(value)
    if fields is not None:
        return [(name, getattr(value, name, None)) for name in fields]
    return list(value.items()) if isinstance(value, dict) else list(enumerate(value))


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """Returns a holder of the same kind with `change` applied to each item."""
    kind = type(value)
    fields = fields_of(value)
    if fields is not None:
        made = copy.copy(value)
        for name in fields:
            object.__setattr__(made, name, change(getattr(value, name, None)))
        return made
    if isinstance(value, dict):
        items = {key: change(item) for key, item in value.items()}
        if kind is dict:
            return items
        made = copy.copy(value)
        for key, item in items.items():  # some of these classes forbid update()
            made[key] = item
        return made
    items = [change(item) for item in value]
    if isinstance(value, list):
        made = copy.copy(value)
        made[:] = items
        return made
    if kind is torch.Size or kind.__module__ == "torch.return_types":
        return kind(items)
    return tuple.__new__(kind, items)  # does not depend on the constructor's arguments


def tuple_name(value: tuple[Any, ...]) -> str:
    """Returns what the other process needs to make a tuple of the same class."""
    kind = type(value)
    if kind.__module__ == "torch.return_types":
        return _RETURN_TYPES + kind.__name__
    fields = getattr(kind, "_fields", None)
    if not isinstance(fields, tuple) or not all(type(each) is str for each in fields):
        return ""
    name = f"{kind.__name__}({', '.join(fields)})"
    return name if len(name) <= _MOST_NAME else ""


def data_class_name(value: Any) -> str:
    return _DATA_CLASS + type(value).__name__[:_MOST_NAME]


def enumeration_name(value: enum.Enum) -> str:
    return _ENUMERATION + type(value).__name__[:_MOST_NAME]


def made_tuple(name: str, items: list[Any], names: dict[str, Any]) -> Any:
    """Returns a tuple of the class that tuple_name() named. `names`: what the module defines."""
    if name == "torch.Size":
        return torch.Size(items)
    if name.startswith(_RETURN_TYPES):
        kind = getattr(torch.return_types, name.removeprefix(_RETURN_TYPES), None)
        return tuple(items) if kind is None else kind(items)
    if name.startswith(_ENUMERATION):
        return _member(name.removeprefix(_ENUMERATION), items[0], items[1], names)
    title, _, rest = name.partition("(")
    fields = [each for each in rest.rstrip(")").split(", ") if each]
    if not rest or len(fields) != len(items):
        return tuple(items)
    own = names.get(title)
    if isinstance(own, type) and getattr(own, "_fields", None) == tuple(fields):
        return own._make(items)  # type: ignore[attr-defined]
    return collections.namedtuple(_identifier(title), fields, rename=True)._make(items)


def made_dict(name: str, items: dict[Any, Any], names: dict[str, Any]) -> Any:
    """Returns a dictionary, or the data class that data_class_name() named."""
    if not name.startswith(_DATA_CLASS):
        return items
    title = _identifier(name.removeprefix(_DATA_CLASS))
    kind = names.get(title)
    own = getattr(kind, "__dataclass_fields__", None)
    if not isinstance(kind, type) or type(own) is not dict or set(own) != set(items):
        kind = dataclasses.make_dataclass(title, list(items))
    made = object.__new__(kind)
    for key, item in items.items():
        object.__setattr__(made, key, item)
    return made


def _member(title: str, name: str, value: Any, names: dict[str, Any]) -> Any:
    kind = names.get(title)
    if isinstance(kind, type) and issubclass(kind, enum.Enum) and name in kind.__members__:
        return kind[name]
    return enum.Enum(_identifier(title), {name: value})[name]


def _identifier(name: str) -> str:
    return name if name.isidentifier() and not keyword.iskeyword(name) else "Value"
