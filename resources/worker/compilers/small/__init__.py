# SPDX-License-Identifier: Apache-2.0
"""Compiling an extension of torch with the small interface (small.h) in place of torch's headers.

KLOUPE_SMALL names the library that prepare.py makes for this environment; without it nothing here is
used. It may still be in the making: only linking needs it. A file "failed" beside it says that there
will be none. Objects that were compiled so are marked by a file beside them, which holds the call.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from collections.abc import Callable

_HERE = os.path.dirname(os.path.abspath(__file__))
_MARK = ".small"
_PATIENCE = 180.0  # seconds, for the library; as the engine's for its compiler

# Headers of torch that small.h stands for, and what is left of the others.
_TORCH_HEADERS = ("torch/extension.h", "torch/types.h", "torch/torch.h", "torch/all.h")
_STREAM_HEADERS = (
    "ATen/cuda/CUDAContext.h", "c10/cuda/CUDAStream.h", "c10/cuda/CUDAException.h",
    "ATen/cuda/Exceptions.h",
)  # fmt: skip
_OWN = re.compile(r"^(torch|ATen|c10|pybind11|caffe2)/")
_LIBRARIES = ("-lc10", "-lc10_cuda", "-ltorch", "-ltorch_cpu", "-ltorch_cuda", "-ltorch_python")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)

# Names of the standard library that torch's headers bring with them, and where they are. A source
# with others is compiled with torch's headers.
_STANDARD = {
    "vector": "vector", "string": "string", "to_string": "string", "tuple": "tuple",
    "make_tuple": "tuple", "get": "tuple", "tie": "tuple", "optional": "optional",
    "nullopt": "optional", "min": "algorithm", "max": "algorithm", "swap": "algorithm",
    "sort": "algorithm", "fill": "algorithm", "copy": "algorithm", "accumulate": "numeric",
    "move": "utility", "pair": "utility", "make_pair": "utility", "forward": "utility",
    "numeric_limits": "limits", "array": "array", "runtime_error": "stdexcept",
    "invalid_argument": "stdexcept", "int64_t": "cstdint", "int32_t": "cstdint",
    "uint64_t": "cstdint", "uint32_t": "cstdint", "size_t": "cstddef", "sqrt": "cmath",
    "exp": "cmath", "log": "cmath", "pow": "cmath", "abs": "cmath", "fabs": "cmath",
    "floor": "cmath", "ceil": "cmath", "isnan": "cmath", "isinf": "cmath", "tanh": "cmath",
    "cout": "iostream", "cerr": "iostream", "endl": "iostream", "is_same": "type_traits",
    "is_same_v": "type_traits", "conditional_t": "type_traits", "memcpy": "cstring",
}  # fmt: skip
# Macros and functions without a namespace that come with torch's headers.
_GLOBAL = {
    "INT_MAX": "climits", "UINT_MAX": "climits", "assert": "cassert", "printf": "cstdio",
    "__half": "cuda_fp16.h", "half": "cuda_fp16.h", "__half2": "cuda_fp16.h",
    "half2": "cuda_fp16.h", "__nv_bfloat16": "cuda_bf16.h",
}  # fmt: skip
# What <cmath> brings, which is included where it is named alone: it takes half as long as small.h.
_MATH = re.compile(
    r"\b(?:(?:a?(?:cos|sin|tan)h?|atan2|exp(?:2|m1)?|log(?:10|2|1p|b)?|ilogb|pow|sqrt|cbrt|hypot|f?abs|fmod"
    r"|remainder|remquo|fma|fmax|fmin|fdim|floor|ceil|trunc|l{0,2}round|l{0,2}rint|nearbyint|erfc?|[lt]gamma"
    r"|frexp|ldexp|modf|scalbl?n|nextafter|nexttoward|copysign|nan|signbit|is(?:finite|inf|nan|normal)"
    r"|is(?:greater|less)\w*|isunordered|fpclassify)[fl]?"
    r"|INFINITY|NAN|HUGE_VAL[FL]?|M_\w+|FP_\w+"
    r"|[mc]alloc|realloc|free|exit|abort|s?rand|ato[ifl]l?|strto\w+|getenv|qsort|bsearch|l{0,2}(?:abs|div))\b"
)
_LISTS = re.compile(r"\bvec(?:tor)?\b")
_ALL_OF_STANDARD = re.compile(r"\busing\s+namespace\s+std\b")


def takes_types(torch: str) -> bool:
    """Whether AT_DISPATCH_… of the torch whose headers lie there take x.type(), as they once did."""
    try:
        with open(os.path.join(torch, "ATen", "Dispatch.h"), encoding="utf-8") as file:
            return "DeprecatedTypeProperties" in file.read()
    except OSError:
        return False


def header_for(source: str, takes_type: bool = False) -> str | None:
    """What is included in place of torch's headers; None where the source needs those."""
    included = set(_INCLUDE.findall(source))
    allowed = {*_TORCH_HEADERS, *_STREAM_HEADERS}
    if not included.intersection(_TORCH_HEADERS):
        return None
    if any(_OWN.match(name) and name not in allowed for name in included):
        return None
    words = set(re.findall(r"[A-Za-z_]\w*", source))
    standard = set(re.findall(r"\bstd\s*::\s*(\w+)", source))
    if not standard <= set(_STANDARD):
        return None
    headers = {_STANDARD[name] for name in standard}
    headers |= {header for name, header in _GLOBAL.items() if name in words}
    is_all = _ALL_OF_STANDARD.search(source) is not None
    if is_all or _MATH.search(source):
        headers.add("cmath")
    lines = [f"#include <{name}>" for name in sorted(headers)]
    if is_all or _LISTS.search(source):
        lines.append("#define KLOUPE_SMALL_LISTS")
    if takes_type:
        lines.append("#define KLOUPE_SMALL_TYPES")
    lines.append(f'#include "{_HERE}/small.h"')
    if "PYBIND11_MODULE" in words:
        lines.append(f'#include "{_HERE}/bind.h"')
    if "optional" in words:
        lines += ["#include <optional>", "namespace kloupe_small {", "using std::optional;",
                  "using std::nullopt;", "}"]  # fmt: skip
    return "\n".join(["#pragma once", *lines, ""])


def compile_one(
    compiler: str,
    arguments: list[str],
    source: str,
    torch: str,
    run: Callable[[list[str]], bool],
) -> bool:
    """Whether it was compiled with the small interface; the object is then marked. torch: where its
    headers lie."""
    output = _output_of(arguments)
    if output is None:
        return False
    if os.path.exists(output + _MARK):
        os.unlink(output + _MARK)
    header = header_for(source, takes_types(torch)) if _may_come() else None
    if header is None:
        return False
    with tempfile.TemporaryDirectory(prefix="small") as folder:
        for name in (*_TORCH_HEADERS, *_STREAM_HEADERS):
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                if name in _TORCH_HEADERS:
                    file.write(header)
                else:
                    file.write(f'#include "{_HERE}/stream.h"\n')
        if not run([compiler, "-I" + folder, *arguments]):
            return False
    with open(output + _MARK, "w", encoding="utf-8") as file:
        json.dump([compiler, *arguments], file)
    return True


def _may_come() -> bool:
    library = os.environ.get("KLOUPE_SMALL", "")
    failed = os.path.join(os.path.dirname(library), "failed")
    return bool(library) and (os.path.isfile(library) or not os.path.isfile(failed))


def is_there(patience: float = _PATIENCE) -> bool:
    """Whether there is the library; waits for one that is in the making."""
    library = os.environ.get("KLOUPE_SMALL", "")
    deadline = time.monotonic() + patience
    while _may_come() and not os.path.isfile(library) and time.monotonic() < deadline:
        time.sleep(0.02)
    return os.path.isfile(library)


def call_of(path: str) -> list[str] | None:
    """The call that made an object with the small interface; None for any other."""
    try:
        with open(path + _MARK, encoding="utf-8") as file:
            call: list[str] = json.load(file)
        return call
    except OSError:
        return None


def link_arguments(arguments: list[str]) -> list[str]:
    """With the library behind the small interface, which has torch's, in place of those."""
    library = os.environ["KLOUPE_SMALL"]
    kept = [each for each in arguments if each not in _LIBRARIES]
    return [*kept, library, "-Wl,-rpath," + os.path.dirname(library)]


def _output_of(arguments: list[str]) -> str | None:
    for i, argument in enumerate(arguments[:-1]):
        if argument == "-o":
            return arguments[i + 1]
    return None
