# SPDX-License-Identifier: Apache-2.0
"""Restricts a forked process as kloupe-confine restricts the programs that it starts: by Landlock
(core/sandbox/confinement/landlock.cpp holds the same rights) and the filter of system calls."""

from __future__ import annotations

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)

# Numbers of the generic table, which x86-64 shares for such new calls.
_LANDLOCK_CREATE_RULESET = 444
_LANDLOCK_ADD_RULE = 445
_LANDLOCK_RESTRICT_SELF = 446
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_SET_MODE_FILTER = 1
_SPEC_ALLOW = 1 << 2
_ASK_VERSION = 1
_RULE_OF_PATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1, 1 << 1, 1 << 2, 1 << 3
_DEVICES = 1 << 6 | 1 << 11
_TRUNCATE, _CONTROL_DEVICE = 1 << 14, 1 << 15
_BIND_AND_CONNECT, _SOCKETS_AND_SIGNALS = 3, 3
_INSTRUCTION_BYTES = 8


class _Ruleset(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("files", "network", "scoped")]


class _PathRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


class _Program(ctypes.Structure):
    _fields_ = [("count", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def _call(number: int, *arguments: object) -> int:
    result = int(_libc.syscall(number, *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), f"system call {number}")
    return result


def restrict_files(writable: list[str]) -> None:
    """Restricts this process and its children to writing below these folders, by Landlock."""
    version = _call(_LANDLOCK_CREATE_RULESET, None, 0, _ASK_VERSION)
    known = (1 << 14) - 1
    if version >= 3:
        known |= _TRUNCATE
    if version >= 5:
        known |= _CONTROL_DEVICE
    asked = _Ruleset(
        known,
        _BIND_AND_CONNECT if version >= 4 else 0,
        _SOCKETS_AND_SIGNALS if version >= 6 else 0,
    )
    ruleset = _call(_LANDLOCK_CREATE_RULESET, ctypes.byref(asked), ctypes.sizeof(asked), 0)
    into_files = (_WRITE_FILE | _TRUNCATE) & known
    rules = {
        "/": _EXECUTE | _READ_FILE | _READ_FOLDER,
        "/proc": into_files,
        "/dev": into_files | _CONTROL_DEVICE & known,
    } | {path: known & ~_DEVICES for path in writable}
    for path, rights in rules.items():
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = _PathRule(rights, folder)
        _call(_LANDLOCK_ADD_RULE, ruleset, _RULE_OF_PATH, ctypes.byref(rule), 0)
        os.close(folder)
    _call(_LANDLOCK_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def filter_calls(descriptor: int) -> None:
    """Loads the filter of system calls from this file."""
    size = os.fstat(descriptor).st_size
    instructions = ctypes.create_string_buffer(os.pread(descriptor, size, 0), size)
    program = _Program(size // _INSTRUCTION_BYTES, ctypes.addressof(instructions))
    # Some kernels slow down filtered processes, so that timed code would be slower than outside.
    _call(_SECCOMP[os.uname().machine], _SET_MODE_FILTER, _SPEC_ALLOW, ctypes.byref(program))
