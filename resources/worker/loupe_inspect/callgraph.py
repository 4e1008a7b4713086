# SPDX-License-Identifier: Apache-2.0
"""Which functions of a source the code that is judged can reach."""

from __future__ import annotations

import ast
from typing import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_of(tree: ast.Module) -> dict[str, Function]:
    """Every function by its qualified name: "ModelNew.forward", "outer.inner"."""
    found: dict[str, Function] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found[prefix + child.name] = child
                visit(child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.ClassDef):
                visit(child, f"{prefix}{child.name}.")
            else:
                visit(child, prefix)

    visit(tree, "")
    return found


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function or module without those of functions and classes inside it."""
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        yield node
        inner = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        if inner:
            waiting.extend(node.decorator_list)
        else:
            waiting.extend(ast.iter_child_nodes(node))


def reachable(tree: ast.Module, functions: dict[str, Function], entry: str) -> set[str]:
    """Qualified names that `entry` (a class or a function) may call, itself included. A name that is
    mentioned counts as called: a kernel is passed to launchers, wrappers and autotuners. Without such
    an entry, everything that the module's own level mentions and every function without a leading
    underscore."""
    by_last: dict[str, list[str]] = {}
    for name in functions:
        by_last.setdefault(name.rsplit(".", 1)[-1], []).append(name)
    methods_of: dict[str, list[str]] = {}
    for name in functions:
        if "." in name:
            methods_of.setdefault(name.split(".")[0], []).append(name)

    def mentioned(node: ast.AST) -> set[str]:
        names: set[str] = set()
        for part in own_nodes(node):
            if isinstance(part, ast.Name):
                names.add(part.id)
            elif isinstance(part, ast.Attribute):
                names.add(part.attr)
        return names

    # A module-level name made from functions (`kernel = autotune(f)`) mentions them wherever it is.
    made_of: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    made_of[target.id] = {
                        part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)
                    }

    waiting: list[str] = []
    if entry in functions:
        waiting.append(entry)
    elif entry in methods_of:
        waiting.extend(methods_of[entry])
    else:
        waiting.extend(n for n in functions if not n.split(".")[-1].startswith("_"))
    seen: set[str] = set()
    known_names: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        names = mentioned(functions[name])
        pending = set(names)
        while pending:
            part = pending.pop()
            if part in known_names:
                continue
            known_names.add(part)
            pending |= made_of.get(part, set())
            waiting.extend(by_last.get(part, []))
            waiting.extend(methods_of.get(part, []))
    return seen
