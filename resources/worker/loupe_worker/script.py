# SPDX-License-Identifier: Apache-2.0
"""Runs a whole file as a program does."""

from __future__ import annotations

import sys
import traceback
import types

from loupe_worker import loading


def run_as_main(source: str, file_name: str, folder: str) -> tuple[types.ModuleType, int]:
    """Runs the file as __main__ in this process; returns the module and the exit code. Exceptions
    other than SystemExit are raised."""
    path = loading.write_source(source, file_name, folder)
    module = types.ModuleType("__main__")
    module.__dict__["__file__"] = path
    sys.modules["__main__"] = module
    sys.argv = [path]
    sys.path.insert(0, folder)
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    except SystemExit as leave:
        if leave.code is None:
            return module, 0
        if type(leave.code) is int:
            return module, leave.code & 0xFF
        print(leave.code, file=sys.stderr)
        return module, 1
    except BaseException:
        traceback.print_exc()
        raise
    return module, 0
