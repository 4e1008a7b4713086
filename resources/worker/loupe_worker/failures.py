# SPDX-License-Identifier: Apache-2.0
"""Converts exceptions to plain data. They come from candidates, whose __str__ may do anything."""

from __future__ import annotations

import errno
import os
import subprocess
import traceback
from typing import Any

_LONGEST_MESSAGE = 1800
_LONGEST_TRACEBACK = 32 << 10
_OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))

# Kinds of failures; core/platforms/python/pythonverdict.cpp maps them to verdicts.
SYNTAX = "syntax"
BUILD = "build"
LOAD = "load"
MISSING = "missing"
EXIT = "exit"
MEMORY = "memory"
PROCESSES = "processes"
TOO_LARGE = "too_large"
UNREADABLE = "unreadable"
REFUSED = "refused"
LIMIT = "limit"  # of KernelLoupe: a task that it cannot judge
NO_GRADIENTS = "no_gradients"  # a task that cannot be judged backward
EXCEPTION = "exception"


class Failure(Exception):
    """A failure that the worker itself found."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def describe(error: BaseException, loading: bool = False) -> dict[str, Any]:
    """Returns the message for an exception. `loading`: it was raised while code was being
    loaded."""
    message = bounded(_text_of(error), _LONGEST_MESSAGE)
    return {
        "kind": _kind_of(error, message, loading),
        "type": type_name(type(error)),
        "message": message,
        "traceback": bounded(_traceback_of(error), _LONGEST_TRACEBACK),
        "code": _exit_code(error),
    }


def lacks_memory(error: BaseException) -> bool:
    """Returns whether memory was exhausted. That must not count as an answer, because with fewer
    other processes there may be enough."""
    return _kind_of(error, _text_of(error), False) == MEMORY


def type_name(kind: type) -> str:
    """Returns the qualified name of a type, or "?"."""
    try:
        name = type.__getattribute__(kind, "__qualname__")
        module = type.__getattribute__(kind, "__module__")
    except BaseException:
        return "?"
    if not issubclass(type(name), str) or not issubclass(type(module), str):
        return "?"
    name, module = str.__str__(name), str.__str__(module)
    return bounded(name if module == "builtins" else f"{module}.{name}", 200)


def bounded(text: str, longest: int) -> str:
    """Returns the beginning and the end of a long text."""
    if len(text) <= longest:
        return text
    half = longest // 2
    left_out = len(text) - 2 * half
    return f"{text[:half]}\n[… {left_out} characters left out …]\n{text[-half:]}"


def _text_of(error: BaseException) -> str:
    try:
        text = str(error)
        return str.__str__(text) if issubclass(type(text), str) else "?"
    except BaseException:
        return "[its __str__ raises]"


def _traceback_of(error: BaseException) -> str:
    """Returns the traceback without the worker's own frames."""
    try:
        frames = traceback.StackSummary.extract(
            (pair for pair in traceback.walk_tb(error.__traceback__)), limit=-40
        )
        shown = [frame for frame in frames if not frame.filename.startswith(_OWN_FOLDER)]
        lines = traceback.StackSummary.from_list(shown).format()
        if isinstance(error, SyntaxError):
            lines += traceback.TracebackException.from_exception(error).format_exception_only()
        return "".join(lines)
    except BaseException:
        return ""


def _exit_code(error: BaseException) -> int | None:
    """Returns the exit code that the process would have had."""
    if not isinstance(error, SystemExit):
        return None
    code = error.code
    if code is None:
        return 0
    return code & 0xFF if type(code) is int else 1


def _kind_of(error: BaseException, message: str, loading: bool) -> str:
    kind = type(error)
    module = type_name(kind)
    if issubclass(kind, Failure) and isinstance(error, Failure):
        return error.kind
    if issubclass(kind, SystemExit):
        return EXIT
    if issubclass(kind, SyntaxError) or "cannot contain null bytes" in message:
        return SYNTAX
    if issubclass(kind, MemoryError) or "OutOfMemoryError" in module or _lacks_memory(message):
        return MEMORY
    if "can't start new thread" in message or (
        issubclass(kind, BlockingIOError) and getattr(error, "errno", 0) == errno.EAGAIN
    ):
        return PROCESSES
    if (
        message.startswith("Error building extension")
        or (loading and issubclass(kind, subprocess.CalledProcessError))
        or module.startswith(("triton.compiler.errors", "triton.backends"))
    ):
        return BUILD
    return LOAD if loading else EXCEPTION


def _lacks_memory(message: str) -> bool:
    return any(
        part in message
        for part in ("can't allocate memory", "not enough memory", "out of memory", "ALLOC_FAILED",
                     "CUDA_ERROR_OUT_OF_MEMORY", "cudaErrorMemoryAllocation")  # fmt: skip
    )
