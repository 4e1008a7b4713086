# SPDX-License-Identifier: Apache-2.0
"""What TritonBench-G's call stage leaves of a candidate (its eval_G/0_call_acc.py, process_code)."""

from __future__ import annotations

import ast


def functions_only(source: str) -> str:
    """The imports, then the functions, nested ones and methods among them once more; constants and
    classes are lost. A source that does not parse stays as it is."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    imports, functions = [], []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            imports.append(ast.unparse(node))
        elif isinstance(node, ast.FunctionDef):
            functions.append(ast.unparse(node))
    return "\n".join(imports) + "\n\n" + "\n".join(functions)
