# SPDX-License-Identifier: Apache-2.0
"""Whether what a function returns depends on what it is given. Names carry the mark, statements are
followed in order and loops twice: enough to see a constant, blind to what kernels write unless the
name was passed to a call together with an input."""

from __future__ import annotations

import ast
from typing import Iterable

from loupe_inspect.callgraph import Function, own_nodes


def parameters(function: Function) -> list[str]:
    """Names of the parameters without self."""
    given = function.args
    every = given.posonlyargs + given.args + given.kwonlyargs
    names = [one.arg for one in every] + [a.arg for a in (given.vararg, given.kwarg) if a]
    return names[1:] if names[:1] == ["self"] else names


def returns(function: Function, methods: Iterable[Function] = ()) -> list[tuple[int, bool]]:
    """Of each return with a value: its line, and whether the value depends on a parameter. `methods`:
    those of the same class, which write members when they are called or given to a thread."""
    marked = set(parameters(function))
    # What a name was made from, and may share memory with, or write.
    origins: dict[str, set[str]] = {f"self.{one.name}": _members_written(one) for one in methods}
    statements = sorted(
        (n for n in own_nodes(function) if isinstance(n, (ast.stmt, ast.NamedExpr))),
        key=lambda node: node.lineno,
    )
    for _ in range(2):
        for statement in statements:
            _follow(statement, marked, origins)
    return [
        (node.lineno, _depends(node.value, marked))
        for node in statements
        if isinstance(node, ast.Return) and node.value is not None
    ]


def depends_on_values(function: Function) -> list[int]:
    """Lines of branches on an element's value: `.item()`, `float(x…)`, comparisons of an indexed
    parameter with a number."""
    given = set(parameters(function))
    lines = []
    for node in own_nodes(function):
        if isinstance(node, (ast.If, ast.IfExp, ast.While)) and _reads_a_value(node.test, given):
            lines.append(node.lineno)
    return sorted(set(lines))


def counters(function: Function) -> list[tuple[str, int]]:
    """Members of self and globals that are added to and decide a branch, with the branch's line."""
    nodes = list(own_nodes(function))
    shared = {name for n in nodes if isinstance(n, ast.Global) for name in n.names}
    paths = {_path(node.target) for node in nodes if isinstance(node, ast.AugAssign)}
    counted = {path for path in paths if path.startswith("self.") or path.split(".")[0] in shared}
    return [
        (path + _for_what(path, node), node.lineno)
        for node in nodes
        if isinstance(node, (ast.If, ast.IfExp, ast.While))
        for path in sorted(counted)
        if any(_decides(path, tested) for tested in _tested(node.test))
    ]


def _for_what(counted: str, branch: ast.AST) -> str:
    """What a branch on a count is no suspicion for."""
    if _prepares(counted, branch):
        return "[first]"
    return "[prints]" if _prints(branch) else ""


def _prints(branch: ast.AST) -> bool:
    """Whether a branch does nothing but print, and calls nothing for it that could do more."""
    if not isinstance(branch, ast.If) or branch.orelse:
        return False
    plain = {"print", "float", "format", "int", "len", "list", "repr", "round", "str", "tuple", "type"}
    names = [
        part.func.id if isinstance(part.func, ast.Name) else ""
        for one in branch.body
        for part in ast.walk(one)
        if isinstance(part, ast.Call)
    ]
    changes = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)
    return set(names) <= plain and all(
        isinstance(one, ast.Expr)
        and isinstance(one.value, ast.Call)
        and isinstance(one.value.func, ast.Name)
        and one.value.func.id == "print"
        and not any(isinstance(part, changes) for part in ast.walk(one))
        for one in branch.body
    )


def _prepares(counted: str, branch: ast.AST) -> bool:
    """Whether a branch on a count only prepares what the first call needs: it is taken at one of the
    first two, returns nothing, and there is no other way."""
    if not isinstance(branch, ast.If) or branch.orelse:
        return False
    if any(isinstance(part, (ast.Return, ast.Yield)) for one in branch.body for part in ast.walk(one)):
        return False
    test = branch.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _path(test.operand) == counted
    return (
        isinstance(test, ast.Compare)
        and _path(test.left) == counted
        and len(test.ops) == 1
        and isinstance(test.ops[0], ast.Eq)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value in (0, 1)
    )


def _path(node: ast.AST) -> str:
    """ "self.conv.bias" for that chain of attributes, whatever it is indexed with; else empty."""
    parts: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _tested(test: ast.AST) -> set[str]:
    """Paths whose values decide a test. A method may look at all of its object; what is compared
    with None is only there or not, which counting does not change."""
    paths: set[str] = set()
    waiting = [test]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Compare) and _asks_for_none(part):
            continue
        path = _path(part)
        if path:
            paths.add(path)
        if isinstance(part, ast.Subscript):
            waiting.append(part.slice)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            waiting += [part.func.value, *part.args, *(word.value for word in part.keywords)]
        elif not path:
            waiting.extend(ast.iter_child_nodes(part))
        elif isinstance(part, (ast.Attribute, ast.Subscript)):
            waiting.extend(_indices_in(part.value))
    return paths - {"self"}


def _indices_in(node: ast.AST) -> list[ast.AST]:
    found = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Subscript):
            found.append(node.slice)
        node = node.value
    return found


def _asks_for_none(test: ast.Compare) -> bool:
    sides = [test.left, *test.comparators]
    none = any(isinstance(side, ast.Constant) and side.value is None for side in sides)
    return none and all(isinstance(one, (ast.Is, ast.IsNot)) for one in test.ops)


def _decides(counted: str, tested: str) -> bool:
    """Whether a test of that path depends on what is counted: on itself, on what holds it, or on a
    part of it other than its shape or type. `self.conv.bias` is no part of `self.conv.weight`."""
    if tested == counted or counted.startswith(tested + "."):
        return True
    rest = tested.removeprefix(counted + ".")
    return rest != tested and rest.split(".")[0] not in _SHAPE


def _member(node: ast.AST) -> str:
    """ "self.buffer" for that attribute, else empty."""
    is_self = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    return f"self.{node.attr}" if is_self and node.value.id == "self" else ""


def _names(node: ast.AST) -> set[str]:
    """Names and members of self that a target or an argument consists of."""
    members = {_member(part) for part in ast.walk(node)} - {""}
    return members | {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - {"self"}


# Properties of an input that are not its values.
_SHAPE = {"shape", "dtype", "device", "ndim", "size", "numel", "stride", "is_cuda", "requires_grad"}


def _value_names(node: ast.AST) -> set[str]:
    """Names whose values matter in an expression: `torch.zeros(x.shape)` does not use x."""
    names: set[str] = set()
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Attribute) and part.attr in _SHAPE:
            continue
        if member := _member(part):
            names.add(member)
            continue
        if isinstance(part, ast.Call) and _makes_alike(part):
            waiting.extend(part.args[1:])
            continue
        if isinstance(part, ast.Name):
            names.add(part.id)
        waiting.extend(ast.iter_child_nodes(part))
    return names


def _makes_alike(call: ast.Call) -> bool:
    function = call.func
    return isinstance(function, ast.Attribute) and function.attr in {
        "zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like",
        "new_zeros", "new_ones", "new_empty", "new_full",
    }  # fmt: skip


def _depends(node: ast.AST, marked: set[str]) -> bool:
    if _value_names(node) & marked:
        return True
    # A method may use what self was given before.
    holds = any(name.startswith("self.") for name in marked)
    return holds and any(
        isinstance(part, ast.Call) and _member(part.func) for part in ast.walk(node)
    )


def _follow(statement: ast.AST, marked: set[str], origins: dict[str, set[str]]) -> None:
    # An inner function reads and writes what is around it, whatever calls it: a thread, for example.
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        around = {name for part in statement.body for name in _names(part)}
        around -= set(parameters(statement))
        origins.setdefault(statement.name, set()).update(around)
        if around & marked:
            _mark(around | {statement.name}, marked, origins)
        return
    within = [
        (_names(part.target), part.iter)
        for value in _evaluated(statement)
        for part in ast.walk(value)
        if isinstance(part, ast.comprehension)
    ]
    for targets, value in within + _bindings(statement):
        for name in targets:
            origins.setdefault(name, set()).update(_names(value))
        if _depends(value, marked):
            marked |= targets
    # A call may write into anything it is passed: kernel[grid](x, out), torch.add(x, y, out=out).
    for value in _evaluated(statement):
        for call in ast.walk(value):
            if isinstance(call, ast.Call) and _depends(call, marked):
                passed = [*call.args, *(word.value for word in call.keywords)]
                if isinstance(call.func, ast.Name) or _member(call.func):
                    passed.append(call.func)  # a function or method that writes what is around it
                elif isinstance(call.func, ast.Attribute):  # out.copy_(x)
                    passed.append(call.func.value)
                for argument in passed:
                    _mark(_names(argument), marked, origins)


def _evaluated(statement: ast.AST) -> list[ast.expr]:
    """The expressions that a statement evaluates before what it contains."""
    if isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)):
        return [statement.value] if statement.value is not None else []
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return [statement.iter]
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return [item.context_expr for item in statement.items]
    return []


def _members_written(method: Function) -> set[str]:
    """ "self.out" for each member that a method assigns, or passes or calls something on."""
    written: set[str] = set()
    for node in ast.walk(method):
        if isinstance(node, ast.Assign):
            written |= {name for target in node.targets for name in _names(target)}
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            written |= _names(node.target)
        elif isinstance(node, ast.Call):
            written |= {name for argument in node.args for name in _names(argument)}
            if isinstance(node.func, ast.Attribute):
                written |= _names(node.func.value)
    return {name for name in written if name.startswith("self.")}


def _bindings(statement: ast.AST) -> list[tuple[set[str], ast.AST]]:
    """Names that a statement binds, each set with the value it is bound to."""
    if isinstance(statement, ast.Assign):
        return [(_names(target), statement.value) for target in statement.targets]
    if isinstance(statement, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
        value = statement.value
        return [] if value is None else [(_names(statement.target), value)]
    if isinstance(statement, (ast.For, ast.AsyncFor)):
        return [(_names(statement.target), statement.iter)]
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return [
            (_names(item.optional_vars), item.context_expr)
            for item in statement.items
            if item.optional_vars is not None
        ]
    return []


def _mark(names: set[str], marked: set[str], origins: dict[str, set[str]]) -> None:
    """Marks what was written, and what it may be a view of."""
    waiting, seen = list(names), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        marked.add(name)
        waiting.extend(origins.get(name, ()))


def _reads_a_value(test: ast.AST, given: set[str]) -> bool:
    for part in ast.walk(test):
        if isinstance(part, ast.Call):
            function = part.func
            method = isinstance(function, ast.Attribute) and function.attr in {"item", "tolist"}
            number = isinstance(function, ast.Name) and function.id in {"float", "int", "bool"}
            values = _value_names(function.value if method else part) & given
            if (method or number) and values:
                return True
        if isinstance(part, ast.Compare) and any(
            isinstance(side, ast.Subscript) and _value_names(side.value) & given
            for side in [part.left, *part.comparators]
        ):
            return True
    return False
