# SPDX-License-Identifier: Apache-2.0
"""Whether any header that a call of nvcc includes knows of a name, in a tenth of the time of the call.

The preprocessor alone runs, as the call asks, once as for the device and once as for the host. What it
writes are all words of the headers, those that macros make of others among them, and the definitions of
all macros. A name that is not there can be declared by no header.
"""

from __future__ import annotations

import re
import subprocess

# Of the call, what is about its outputs: alone, and with a value.
_ALONE = ("-c", "--generate-dependencies-with-compile", "-MD", "-MMD")
_WITH_VALUE = ("-o", "--dependency-output", "-MF")
_WITH_MACROS = ("-E", "-Xcompiler", "-dD")
_FOR_HOST = ("-Xcompiler", "-U__CUDA_ARCH__,-UCUDA_DOUBLE_MATH_FUNCTIONS")
_MARK = re.compile(rb'^# \d+ "((?:[^"\\\n]|\\.)*)"[^\n]*\n', re.MULTILINE)


def no_header_knows(names: set[str], compiler: str, arguments: list[str], path: str) -> bool:
    """Whether none of the names occurs in what the source at `path` includes; False as well where
    that cannot be said."""
    call = preprocessor_call(compiler, arguments)
    for each in (call, [*call, *_FOR_HOST]):
        text = _output_of(each)
        if text is None or occur(names, text, path):
            return False
    return True


def _output_of(call: list[str]) -> bytes | None:
    done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return done.stdout if done.returncode == 0 else None


def preprocessor_call(compiler: str, arguments: list[str]) -> list[str]:
    """The call, without its outputs, that only preprocesses."""
    call, is_value = [compiler], False
    for argument in arguments:
        if not is_value and argument not in _ALONE and argument not in _WITH_VALUE:
            call.append(argument)
        is_value = not is_value and argument in _WITH_VALUE
    return [*call, *_WITH_MACROS]


def occur(names: set[str], preprocessed: bytes, path: str) -> bool:
    """Whether one of the names occurs in preprocessed text, other than that of the source itself; True
    as well for text that does not have the source's."""
    parts = _MARK.split(preprocessed)
    own = path.encode("utf-8", "surrogateescape").replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    files, texts = parts[1::2], parts[2::2]
    if own not in files:
        return True
    word = re.compile(rb"\b(?:" + b"|".join(re.escape(each.encode()) for each in names) + rb")\b")
    return any(word.search(text) for file, text in zip(files, texts) if file != own)
