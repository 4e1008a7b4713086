# SPDX-License-Identifier: Apache-2.0
"""The facts of one Python source. All lines are 1-based; "in" is the qualified name of the function,
empty at the module's own level; "reached": whether the entry can come there.

    imports   [{name, as, line}]
    calls     [{name, line, in, reached}]   dotted; ".relu" is a method of something unknown;
              "Class.member()" of a module made in the constructor is "torch.nn.Linear()"; behind some
              stands how: "open[write]" and other words of usage.py
    writes    [{name, line, in, how}]       assignments to attributes of what was imported;
              "os.environ[CC]" for a variable of the environment
    classes   [{name, line, bases}]
    functions [{name, line, reached, decorators}]
    fallbacks [{line, in, reached, tries, falls_back_to}]   calls of a try's body and of its handlers
    aliases   [{name, is, line}]            module-level names that are another name
    embedded  [{line, text, reached}]       string constants that are C++ or CUDA source
    texts     [{line, text}]                string constants that look like a path or an address;
              no docstrings, unless the source reads docstrings
    returns   [{line, in, reached, from_inputs}]
    branches  [{line, in, reached}]         on the value of an element of an input
    counters  [{line, in, reached, name}]   members and globals that are added to and decide branches;
              "self.n[first]" where the branch only prepares the first call, "self.n[prints]" where
              it only prints
    mentions  [{line, in, reached, name}]   attributes that lead into the interpreter: "f_back", "sys.modules"
    computed  [{line, in, reached, name}]   names that are put together before they are looked up:
              "sys" for getattr(sys, name); behind it how, as put_together() says
    keyed_by_identity [{line, in, reached}] subscripts or keys made of data_ptr() or id()
"""

from __future__ import annotations

import ast
import re
from typing import Any

from loupe_inspect import callgraph, dataflow, usage
from loupe_inspect.names import Names, constant_text

Facts = dict[str, Any]

_PATH_LIKE = ("/dev/", "/proc/", "/tmp", "/sys/", "http://", "https://", "LD_PRELOAD")
_SOURCE_LIKE = ("__global__", "#include", "PYBIND11_MODULE", "torch::Tensor", "at::Tensor")
_LONGEST_TEXT = 300
_READS_DOCSTRINGS = re.compile(r"__doc__|getdoc|__dict__|\bvars\b|co_consts|getsource|\bast\b")


def facts_of(source: str, entry: str = "") -> Facts:
    """Facts of a source, or {"parsed": false, "error", "line"} where it is no Python."""
    try:
        tree = ast.parse(source)
        return _Reader(tree, entry, _READS_DOCSTRINGS.search(source) is not None).facts
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 0
        return {"parsed": False, "error": str(error), "line": line}
    except (RecursionError, MemoryError):
        return {"parsed": False, "error": "it is nested too deeply to read", "line": 0}


class _Reader:
    def __init__(self, tree: ast.Module, entry: str, reads_docstrings: bool) -> None:
        self._names = Names(tree)
        self._usage = usage.Usage(tree, self._names)
        self._unused = set() if reads_docstrings else _unused_constants(tree)
        self._functions = callgraph.functions_of(tree)
        self._reached = callgraph.reachable(tree, self._functions, entry)
        imported = [{"name": n, "as": a, "line": line} for n, a, line in self._names.imports]
        self._imported = {one["as"] for one in imported}
        self.facts: Facts = {"parsed": True, "imports": imported}
        for key in ("calls", "writes", "classes", "functions", "fallbacks", "aliases",
                    "embedded", "texts", "returns", "branches",
                    "counters", "keyed_by_identity", "mentions", "computed"):  # fmt: skip
            self.facts[key] = []
        self._read_definitions(tree)
        self._read_nodes(tree, "")
        for name, function in self._functions.items():
            self._read_nodes(function, name)
            self._read_flow(function, name)
        for found in self.facts.values():
            if isinstance(found, list):
                found.sort(key=lambda one: one["line"])

    def _add(self, kind: str, node: Any, inside: str, **rest: Any) -> None:
        reached = not inside or inside in self._reached
        self.facts[kind].append({"line": node.lineno, "in": inside, "reached": reached, **rest})

    def _read_definitions(self, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = [self._names.of(base) for base in node.bases]
                self.facts["classes"].append(
                    {"name": node.name, "line": node.lineno, "bases": bases}
                )
        for name, function in self._functions.items():
            decorators = [
                self._names.of(one.func if isinstance(one, ast.Call) else one)
                for one in function.decorator_list
            ]
            self._add("functions", function, name, name=name, decorators=decorators)
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Name, ast.Attribute)):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        named = {"name": target.id, "is": self._names.of(node.value)}
                        self.facts["aliases"].append({"line": node.lineno, **named})

    def _read_nodes(self, holder: ast.AST, inside: str) -> None:
        self._identities = self._identities_of(holder)
        for node in callgraph.own_nodes(holder):
            if isinstance(node, ast.ClassDef):
                self._read_nodes(node, inside)
                self._identities = self._identities_of(holder)
            elif isinstance(node, ast.Call):
                self._read_call(node, inside)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
                self._add("calls", node, inside, name="operator.matmul")
            elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete)):
                self._read_write(node, inside)
            elif isinstance(node, ast.Try):
                self._read_fallback(node, inside)
            elif isinstance(node, ast.With) and self._suppresses(node):
                self._read_suppression(node, holder, inside)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self._read_text(node, inside)
            elif isinstance(node, (ast.Attribute, ast.Name)) and self._leads_inside(node):
                attribute = getattr(node, "attr", "")
                name = attribute if attribute in usage.INSIDE else self._names.of(node)
                self._add("mentions", node, inside, name=name.lstrip("."))
            elif isinstance(node, ast.Subscript) and self._is_identity(node.slice):
                self._add("keyed_by_identity", node, inside)
            elif isinstance(node, ast.Compare) and self._compares_identity(node):
                self._add("keyed_by_identity", node, inside)

    def _read_call(self, node: ast.Call, inside: str) -> None:
        if isinstance(node.func, ast.Subscript):
            return  # kernel[grid](…)
        name = self._names.of(node.func)
        if name.startswith("self.") and "." in inside:
            member = name.removeprefix("self.")
            made_by = self._names.member(inside.split(".")[0], member.split(".")[0])
            name = f"{made_by}()" if made_by and "." not in member else name
        if name in ("setattr", "delattr", "builtins.setattr") and len(node.args) >= 2:
            written = self._names.of(node.args[0])
            attribute = constant_text(node.args[1]) or "*"
            if written.split(".")[0] in self._imported or "." in written:
                self._add("writes", node, inside, name=f"{written}.{attribute}", how="setattr")
        self._add("calls", node, inside, name=name + self._usage.of(name, node))
        self._read_computed(node, name, inside)
        if name.endswith((".get", ".setdefault")) and node.args:
            if self._is_identity(node.args[0]):
                self._add("keyed_by_identity", node, inside)

    def _leads_inside(self, node: ast.Attribute | ast.Name) -> bool:
        if isinstance(node, ast.Name):
            return self._names.of(node) in usage.INTERPRETER or node.id == "__builtins__"
        of_module = node.attr == "__dict__" and _root(node) in self._imported
        return node.attr in usage.INSIDE or of_module or self._names.of(node) in usage.INTERPRETER

    def _read_computed(self, node: ast.Call, name: str, inside: str) -> None:
        """A name that is looked up without standing in the source."""
        if name in ("getattr", "builtins.getattr") and len(node.args) >= 2:
            text = constant_text(node.args[1])
            holder = self._names.of(node.args[0])
            how = usage.put_together(node.args[1])
            if text in usage.INSIDE:
                self._add("mentions", node, inside, name=text)
            elif text is None and (holder.split(".")[0] in self._imported or how == "[made]"):
                self._add("computed", node, inside, name=holder + how)
        elif name in ("importlib.import_module", "__import__") and node.args:
            if constant_text(node.args[0]) is None:
                how = usage.put_together(node.args[0])
                self._add("computed", node, inside, name=name + how)

    def _read_write(self, node: ast.AST, inside: str) -> None:
        if isinstance(node, (ast.Assign, ast.Delete)):
            targets = node.targets
        else:
            targets = [node.target]  # type: ignore[attr-defined]
        how = "delete" if isinstance(node, ast.Delete) else "assign"
        flat = [part for target in targets for part in _flattened(target)]
        for target in flat:
            holder = target.value if isinstance(target, ast.Subscript) else target
            name = self._names.of(holder)
            root = _root(holder)
            if name == "os.environ" and isinstance(target, ast.Subscript):
                name += f"[{constant_text(target.slice) or '*'}]"
            if isinstance(holder, ast.Attribute) and root in self._imported:
                usage_of = self._usage.of_write(name, getattr(node, "value", None))
                self._add("writes", node, inside, name=name + usage_of, how=how)

    def _identities_of(self, holder: ast.AST) -> set[str]:
        """Names that hold an address or identity, alone or with other things."""
        return {
            target.id
            for node in callgraph.own_nodes(holder)
            if isinstance(node, ast.Assign) and self._is_made_of_identity(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def _read_fallback(self, node: ast.Try, inside: str) -> None:
        handled = [call for handler in node.handlers for call in self._calls_in(handler.body)]
        tried = self._calls_in(node.body)
        self._add("fallbacks", node, inside, tries=tried, falls_back_to=handled)

    def _read_suppression(self, node: ast.With, holder: ast.AST, inside: str) -> None:
        """What is tried may fail unseen: what the function does besides is what remains."""
        body = {id(part) for one in node.body for part in ast.walk(one)}
        others = [
            self._called(part)
            for part in callgraph.own_nodes(holder)
            if isinstance(part, ast.Call) and id(part) not in body
        ]
        tried = self._calls_in(node.body)
        self._add("fallbacks", node, inside, tries=tried, falls_back_to=[n for n in others if n])

    def _suppresses(self, node: ast.With) -> bool:
        return any(
            isinstance(item.context_expr, ast.Call)
            and self._names.of(item.context_expr.func) == "contextlib.suppress"
            for item in node.items
        )

    def _calls_in(self, statements: list[ast.stmt]) -> list[str]:
        found = [part for one in statements for part in ast.walk(one)]
        names = [self._called(part) for part in found if isinstance(part, ast.Call)]
        return [name for name in names if name]

    def _called(self, call: ast.Call) -> str:
        launch = isinstance(call.func, ast.Subscript)
        return self._names.of(call.func.value if launch else call.func)

    def _read_text(self, node: ast.Constant, inside: str) -> None:
        text = node.value
        if any(mark in text for mark in _SOURCE_LIKE):
            self._add("embedded", node, inside, text=text)
        elif id(node) not in self._unused and any(mark in text for mark in _PATH_LIKE):
            self._add("texts", node, inside, text=text[:_LONGEST_TEXT])

    def _compares_identity(self, node: ast.Compare) -> bool:
        """With something kept; whether two arguments share memory is an honest question."""
        sides = [node.left, *node.comparators]
        among = any(isinstance(one, (ast.In, ast.NotIn)) for one in node.ops)
        own = [self._is_identity(side) for side in sides]
        return any(own) and (among or not all(own))

    def _is_identity(self, node: ast.AST) -> bool:
        held = any(
            isinstance(part, ast.Name) and part.id in self._identities for part in ast.walk(node)
        )
        return held or self._is_made_of_identity(node)

    def _is_made_of_identity(self, node: ast.AST) -> bool:
        return any(
            isinstance(part, ast.Call)
            and self._names.of(part.func).rsplit(".", 1)[-1] in ("id", "data_ptr")
            for part in ast.walk(node)
        )

    def _read_flow(self, function: callgraph.Function, name: str) -> None:
        for counter, line in dataflow.counters(function):
            self._add("counters", _At(line), name, name=counter)
        held = name.rpartition(".")[0]
        methods = [
            other
            for path, other in self._functions.items()
            if held and path.rpartition(".")[0] == held and other is not function
        ]
        for line, depends in dataflow.returns(function, methods):
            at = _At(line)
            self._add("returns", at, name, from_inputs=depends)
        for line in dataflow.depends_on_values(function):
            self._add("branches", _At(line), name)


class _At:
    def __init__(self, line: int) -> None:
        self.lineno = line


def _unused_constants(tree: ast.Module) -> set[int]:
    """Docstrings and other constants that stand as statements of their own: nothing uses them."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _flattened(target: ast.expr) -> list[ast.expr]:
    if isinstance(target, (ast.Tuple, ast.List)):
        return [part for item in target.elts for part in _flattened(item)]
    return [target]


def _root(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
