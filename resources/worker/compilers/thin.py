# SPDX-License-Identifier: Apache-2.0
"""Stands before nvcc and c++ when a candidate builds an extension of torch.

A source that includes all of <torch/extension.h> but uses a few functions of it is compiled with
the small interface (small/small.h), in a tenth of the time; where it uses more, with torch's own
headers as far as they are needed, in a third, and where that fails as well exactly as the candidate's
build asked. Messages and failures are therefore those of the real headers, but for errors that no header
can mend (incurable.py), which end the build at once. The options that the candidate compiles with are its
own in each case. One is tried after the other: to begin the last beside the second would save a second
or two where both are needed, and cost many of a processor wherever they are not.

thin.py COMPILER ARGUMENT…; runs in a bare interpreter (python3 -I -S).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import incurable  # noqa: E402: a bare interpreter does not look beside the script
import small  # noqa: E402
import undeclared  # noqa: E402

_BEHIND = 5

_TORCH_HEADERS = ("torch/extension.h", "torch/types.h", "torch/torch.h", "torch/all.h")

# What needs more of torch than its tensors and functions.
_BEYOND = re.compile(
    r"\btorch::(nn|autograd|jit|indexing|optim|data|serialize|fft|linalg|special|Library|class_)\b"
    r"|\bTORCH_LIBRARY|\btorch/csrc/|\bat::native::|\bregister_operators\b"
)
_NAMES = re.compile(r"\b(?:torch|at)::([a-z_][a-z0-9_]*)\s*[(<]")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)

_HEADER = """#pragma once
#ifndef AT_PER_OPERATOR_HEADERS
#define AT_PER_OPERATOR_HEADERS
#endif
#include <ATen/core/Tensor.h>
#include <ATen/Dispatch.h>
#include <ATen/TensorOperators.h>
#include <ATen/TensorUtils.h>
#include <c10/util/Exception.h>
#include <cmath>
#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <vector>
{more}
namespace torch {{
using namespace at;
using at::Tensor;
using Dtype = at::ScalarType;
constexpr auto kUInt8 = at::kByte;
constexpr auto kInt8 = at::kChar;
constexpr auto kInt16 = at::kShort;
constexpr auto kInt32 = at::kInt;
constexpr auto kInt64 = at::kLong;
constexpr auto kFloat16 = at::kHalf;
constexpr auto kFloat32 = at::kFloat;
constexpr auto kFloat64 = at::kDouble;
}} // namespace torch
"""
# Without a Python module there is nothing to bind; with one, pybind's casters for tensors.
_BINDINGS = "#include <torch/csrc/Exceptions.h>\n#include <torch/csrc/utils/pybind.h>\n"


def source_of(arguments: list[str]) -> str | None:
    """The one source that is compiled, or None where the call is something else."""
    if "-c" not in arguments:
        return None
    sources = [each for each in arguments if each.endswith((".cu", ".cpp", ".cc", ".cxx"))]
    return sources[0] if len(sources) == 1 else None


def torch_folder(arguments: list[str]) -> str | None:
    """Where torch's headers lie, by the call's own search path."""
    for i, argument in enumerate(arguments):
        if argument in ("-I", "-isystem") and i + 1 < len(arguments):
            folder = arguments[i + 1]
        elif argument.startswith("-I"):
            folder = argument[2:]
        else:
            continue
        if os.path.isfile(os.path.join(folder, "ATen", "core", "Tensor.h")):
            return folder
    return None


def thin_header(source: str, torch: str) -> str | None:
    """A header that declares what the source uses of torch; None where it needs the real one."""
    included = set(_INCLUDE.findall(source))
    if not included.intersection(_TORCH_HEADERS) or _BEYOND.search(source):
        return None
    functions = sorted(set(_NAMES.findall(source)))
    more = "".join(
        f"#include <ATen/ops/{name}.h>\n"
        for name in functions
        if os.path.isfile(os.path.join(torch, "ATen", "ops", name + ".h"))
    )
    if "PYBIND11_MODULE" in source or "pybind11::" in source or re.search(r"\bpy::", source):
        more += _BINDINGS
    return _HEADER.format(more=more)


def run(call: list[str], is_final: Callable[[str], bool]) -> bool:
    """Whether the compiler succeeded. Its messages are shown only then, or where a failure is final;
    that ends it all."""
    done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode == 0:
        sys.stdout.buffer.write(done.stdout)
        sys.stdout.flush()
    elif is_final(done.stdout.decode("utf-8", "surrogateescape")):
        sys.stderr.buffer.write(done.stdout)
        sys.stderr.flush()
        sys.exit(done.returncode)
    return done.returncode == 0


def is_of_kernels(messages: str) -> bool:
    """Whether the assembler failed: it sees the candidate's kernels alone."""
    return re.search(r"^ptxas (error|fatal)", messages, re.MULTILINE) is not None


def compile_thinly(compiler: str, arguments: list[str], header: str,
                   is_final: Callable[[str], bool]) -> bool:  # fmt: skip
    """Whether the compiler succeeded with the thin headers."""
    with tempfile.TemporaryDirectory(prefix="thin") as folder:
        os.mkdir(os.path.join(folder, "torch"))
        for name in _TORCH_HEADERS:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(header)
        return run([compiler, "-I" + folder, *arguments], is_final)


def compile_one(compiler: str, arguments: list[str], path: str, allow_small: bool) -> int | None:
    """Compiles one source, faster where that gives the same; None where it is to be compiled as
    asked."""
    torch = torch_folder(arguments)
    if torch is None:
        return None
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            source = file.read()
    except OSError:
        return None  # the compiler says so better

    def is_final(messages: str, is_torchs: bool) -> bool:
        def no_header_knows(names: set[str]) -> bool:
            return undeclared.no_header_knows(names, compiler, arguments, path)

        return is_of_kernels(messages) or incurable.is_incurable(
            messages, source, path, is_torchs, no_header_knows
        )

    def run_small(call: list[str]) -> bool:
        return run(call, lambda said: is_final(said, False))

    if allow_small and small.compile_one(compiler, arguments, source, torch, run_small):
        return 0
    header = thin_header(source, torch)
    if header is None:
        return None
    is_compiled = compile_thinly(compiler, arguments, header, lambda said: is_final(said, True))
    return 0 if is_compiled else None


def link(compiler: str, arguments: list[str]) -> bool:
    """Links objects that all use the small interface; those that do not go together with others are
    compiled again without it."""
    objects = [each for each in arguments if each.endswith(".o")]
    if not objects or "-shared" not in arguments:
        return False
    calls = [small.call_of(each) for each in objects]
    if all(calls) and small.is_there():
        return run([compiler, *small.link_arguments(arguments)], lambda said: False)
    for call in calls:
        path = source_of(call[1:]) if call else None
        if call and path:
            code = compile_one(call[0], call[1:], path, allow_small=False)
            if code is None:
                code = subprocess.run(call, check=False).returncode
            if code != 0:
                sys.exit(1)
    return False


def main(compiler: str, arguments: list[str]) -> int:
    os.nice(_BEHIND)  # a candidate that is judged keeps the device busy, and goes first
    path = source_of(arguments)
    if path is None and link(compiler, arguments):
        return 0
    code = compile_one(compiler, arguments, path, allow_small=True) if path else None
    if code is not None:
        return code
    os.execvp(compiler, [compiler, *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
