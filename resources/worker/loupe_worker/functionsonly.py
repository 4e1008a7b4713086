# SPDX-License-Identifier: Apache-2.0
"""Reduces a candidate as TritonBench-G's call stage does (its eval_G/0_call_acc.py,
process_code)."""

from __future__ import annotations

import ast


def functions_only(source: str) -> str:
    """Returns the imports, then all functions, so that nested ones and methods appear twice.
    Constants and classes are lost. A source that does not parse is returned unchanged."""
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
