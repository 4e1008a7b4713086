# SPDX-License-Identifier: Apache-2.0
"""Cuts out of the installed torch's own headers what small.cpp and smallbind.cpp need of them.

Those headers take seconds to compile, for a dozen lines: the tensors of torch's Python
(python_variable.h, whose layout differs between versions), its errors and warnings (Exceptions.h),
the words in which its pybind11 names types in messages, its C++ and its ABI. KeyError where torch has them
no more: there is then no small interface.
"""

from __future__ import annotations

import os
import re

_TENSOR = (
    "struct THPVariable",
    "TORCH_PYTHON_API extern PyObject* THPVariableClass",
    "TORCH_PYTHON_API extern PyObject* ParameterClass",
    "TORCH_PYTHON_API PyObject* THPVariable_Wrap",
    "inline bool THPVariable_CheckTypeExact",
    "inline bool THPVariable_CheckExact",
    "inline const at::Tensor& THPVariable_Unpack",
)
_ERRORS = (
    "TORCH_PYTHON_API void translate_exception_to_python",
    "struct PyWarningHandler",
)


def cut(text: str, start: str) -> str:
    """All declarations and definitions that begin a line with `start`. KeyError where there is
    none."""
    found = []
    for match in re.finditer(r"^(?:static )?" + re.escape(start) + r"\b", text, re.MULTILINE):
        whole = text[match.start() : _end(text, match.end())]
        found.append(whole + ";" if start.startswith("struct") and whole.endswith("}") else whole)
    if not found:
        raise KeyError(start)
    return "\n".join(found)


def _end(text: str, begin: int) -> int:
    """Behind the declaration that goes on at `begin`."""
    depth = 0
    for i in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0 and text[i] in ";}":
            return i + 1
    return len(text)


def tensor_header(include: str) -> str:
    """The header behind which torch's Python stands for small.cpp. KeyError, OSError."""
    tensor = _read(include, "torch/csrc/autograd/python_variable.h")
    errors = _read(include, "torch/csrc/Exceptions.h")
    return "\n".join(
        ("#pragma once", "#include <Python.h>", "#include <ATen/core/Tensor.h>",
         "#include <c10/util/Exception.h>", "#include <c10/util/MaybeOwned.h>",
         "#include <torch/csrc/Export.h>", "#include <exception>", "#include <vector>",
         *(cut(tensor, start) for start in _TENSOR), "namespace torch {",
         *(cut(errors, start) for start in _ERRORS), "} // namespace torch", "")
    )  # fmt: skip


def words_header(include: str) -> str:
    """How torch's pybind11 names types: in arguments, then in results; and which lists it takes.
    OSError."""
    cast, stl = _read(include, "pybind11/cast.h"), _read(include, "pybind11/stl.h")
    text = r'\s*"([^"]*)"'
    numbers = re.search(r"io_name<std::is_integral<T>::value>\(" + ",".join([text] * 4), cast)
    lists = re.search(r"struct list_caster\b.*?io_name\(" + text + "," + text, stl, re.DOTALL)
    one = re.search(r'struct list_caster\b.*?const_name\("([Ll]ist)\["\)', stl, re.DOTALL)
    words = {
        "integer": numbers.group(1, 2) if numbers else ("int", "int"),
        "number": numbers.group(3, 4) if numbers else ("float", "float"),
        "list": lists.group(1, 2) if lists else (one.group(1) if one else "list",) * 2,
    }
    either = ("", " | None") if "value_conv::name | make_caster<none>" in stl else ("Optional[", "]")
    is_lenient = "object_is_convertible_to_std_vector" in stl
    words["optional"] = either
    lines = [f'constexpr const char *{name}Words[] = {{"{first}", "{second}"}};'
             for name, (first, second) in words.items()]  # fmt: skip
    last = f"constexpr bool takesIterables = {str(is_lenient).lower()};"
    return "\n".join(("#pragma once", *lines, last, ""))


def language(torch: str) -> str:
    """The C++ that torch compiles extensions as: older is faster, where its headers allow it."""
    text = _read(torch, "utils/cpp_extension.py")
    match = re.search(r"'-fPIC', '-std=(c\+\+\d+)'", text)
    return match.group(1) if match else "c++20"


def abi(torch: str) -> list[str]:
    """The compiler's option for the ABI that torch was built with; none where it says none: then it
    is the compiler's own."""
    try:
        text = _read(torch, "share/cmake/Torch/TorchConfig.cmake")
    except OSError:
        return []
    match = re.search(r"-D_GLIBCXX_USE_CXX11_ABI=[01]\b", text)
    return [match.group()] if match else []


def _read(folder: str, name: str) -> str:
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()
