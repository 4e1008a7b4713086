# SPDX-License-Identifier: Apache-2.0
"""What a name in a source stands for, as a dotted path: `F.relu` → `torch.nn.functional.relu`."""

from __future__ import annotations

import ast

# Reading an attribute by name is reading it.
_GETATTR = {"getattr", "builtins.getattr", "object.__getattribute__"}
_IMPORTERS = {"__import__", "importlib.import_module", "builtins.__import__"}


def constant_text(node: ast.AST | None) -> str | None:
    """The text of a string constant, also of constants added together; None for all else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = constant_text(node.left), constant_text(node.right)
        return left + right if left is not None and right is not None else None
    return None


class Names:
    """The names that a source binds once, and what they stand for."""

    def __init__(self, tree: ast.Module) -> None:
        self.imports: list[tuple[str, str, int]] = []  # what, bound as, line
        self._bound: dict[str, str] = {}
        self._members: dict[str, str] = {}  # "Class.attribute" → what made it
        self._defined = {"self"}  # names whose attributes can be told apart
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    bound = alias.asname or alias.name.split(".")[0]
                    self._bound[bound] = alias.name if alias.asname else bound
                    self.imports.append((alias.name, bound, node.lineno))
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    name = f"{node.module or ''}.{alias.name}"
                    self._bound[alias.asname or alias.name] = name
                    self.imports.append((name, alias.asname or alias.name, node.lineno))
            elif isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                self._defined.add(node.name)
        self._bind_aliases(tree)
        self._bind_members(tree)

    def _bind_aliases(self, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            target = node.targets[0]
            if isinstance(target, ast.Name) and target.id not in self._bound:
                named = self.of(node.value)
                if named and "." in named and not named.startswith("."):
                    self._bound[target.id] = named

    def _bind_members(self, tree: ast.Module) -> None:
        for kind in ast.walk(tree):
            if not isinstance(kind, ast.ClassDef):
                continue
            for node in ast.walk(kind):
                if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                    continue
                made_by = self.of(node.value.func)
                for target in node.targets:
                    if made_by and _is_self(target):
                        self._members[f"{kind.name}.{target.attr}"] = made_by

    def member(self, kind: str, attribute: str) -> str | None:
        """What made `self.attribute` of a class: "torch.nn.Linear"."""
        return self._members.get(f"{kind}.{attribute}")

    def _knows(self, name: str) -> bool:
        return name in self._bound or name in self._defined or name == "builtins"

    def of(self, node: ast.AST | None) -> str:
        """A dotted path; ".name" for an attribute of something unknown; empty where there is none."""
        if isinstance(node, ast.Name):
            return self._bound.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            base = self.of(node.value)
            known = not isinstance(node.value, ast.Name) or self._knows(node.value.id)
            return f"{base}.{node.attr}" if known and base[:1] not in ("", ".") else f".{node.attr}"
        if isinstance(node, ast.Call):
            function = self.of(node.func)
            if function in _GETATTR and len(node.args) >= 2:
                attribute = constant_text(node.args[1])
                return f"{self.of(node.args[0])}.{attribute}" if attribute else ""
            if function in _IMPORTERS and node.args:
                return constant_text(node.args[0]) or ""
        return ""


def _is_self(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    )
