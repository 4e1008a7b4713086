# SPDX-License-Identifier: Apache-2.0
"""How a call is used, where honest code and cheats make the same ones: a word in brackets behind its
name.

    open[write]              into a file only: a header for a compiler
    subprocess.run[compiler] a compiler that the source names
    threading.Thread[joined] every function that starts one waits for it before it returns
    torch.set_float32_matmul_precision[exact] a switch of precision that asks for full float32
"""

from __future__ import annotations

import ast
import os
from typing import Iterator

from loupe_inspect import callgraph
from loupe_inspect.names import Names, constant_text

# Attributes that lead from an object into the interpreter's own.
INSIDE = {
    "f_back", "f_locals", "f_globals", "f_builtins", "f_code", "tb_frame", "gi_frame", "cr_frame",
    "ag_frame", "__globals__", "__code__", "__closure__", "__subclasses__", "__builtins__",
    "__torch_function__", "__torch_dispatch__",
}  # fmt: skip
INTERPRETER = {"sys.modules", "ctypes.pythonapi", "sys.monitoring"}

_PRECISION_CALLS = {"torch.set_float32_matmul_precision", "torch.set_default_dtype"}
_PRECISION_SWITCHES = {
    "allow_tf32", "fp32_precision", "allow_fp16_accumulation",
    "allow_fp16_reduced_precision_reduction", "allow_bf16_reduced_precision_reduction",
}  # fmt: skip
_COMPILERS = {"gcc", "g++", "cc", "c++", "clang", "clang++", "nvcc", "hipcc", "icx", "icpx"}
_RUNNERS = {"os.system", "os.popen"}
_STARTERS = (
    "threading.Thread", "threading.Timer", "concurrent.futures.ThreadPoolExecutor",
    "multiprocessing.pool.ThreadPool", "multiprocessing.dummy.Pool",
)  # fmt: skip
_STARTS = {"start", "submit", "apply_async", "map_async"}
_MAPS = {"map", "starmap", "imap", "imap_unordered"}
_WAITS = {"join", "result", "wait", "get", "shutdown"}
_WAITING_CALLS = {"concurrent.futures.wait", "concurrent.futures.as_completed"}
_DISGUISES = {"join", "decode", "translate", "fromhex"}


def put_together(node: ast.AST) -> str:
    """How an expression makes a text out of parts: "[made]" of pieces that nobody needs to read,
    "[built]" as honest code does, too, or not at all."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return "[made]"
    for part in ast.walk(node):
        if not isinstance(part, ast.Call):
            continue
        function = part.func
        if isinstance(function, ast.Attribute) and function.attr in _DISGUISES:
            return "[made]"
        if isinstance(function, ast.Name) and function.id in {"chr", "bytes", "bytearray"}:
            return "[made]"
    is_built = isinstance(node, (ast.JoinedStr, ast.BinOp))
    return "[built]" if is_built and constant_text(node) is None else ""


class Usage:
    def __init__(self, tree: ast.Module, names: Names) -> None:
        self._names = names
        self._lists = {
            target.id: node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self._pools = self._pool_names(tree)
        functions: list[ast.AST] = [tree, *callgraph.functions_of(tree).values()]
        starting = [one for one in functions if self._starts(one) or self._maps(one)]
        self._waits = bool(starting) and all(
            self._waits_in(one) or self._only_consumes_maps(one) for one in starting
        )

    def of(self, name: str, call: ast.Call) -> str:
        if name in ("open", "builtins.open", "io.open"):
            return "[write]" if _writes_only(call) else ""
        if name.startswith("subprocess.") or name in _RUNNERS:
            return "[compiler]" if call.args and self._is_compiler(call.args[0]) else ""
        if name in _STARTERS:
            return "[joined]" if self._waits else ""
        if name in _PRECISION_CALLS:
            return "[exact]" if call.args and self._is_exact(call.args[0]) else ""
        return ""

    def of_write(self, name: str, value: ast.AST | None) -> str:
        """The same of an assignment."""
        is_switch = name.rsplit(".", 1)[-1] in _PRECISION_SWITCHES
        return "[exact]" if is_switch and value is not None and self._is_exact(value) else ""

    def _is_exact(self, value: ast.AST) -> bool:
        if isinstance(value, ast.Constant):
            return value.value is False or value.value in ("highest", "ieee")
        return self._names.of(value) in ("torch.float32", "torch.float", "torch.float64")

    def _is_compiler(self, command: ast.AST) -> bool:
        if isinstance(command, ast.Name):
            command = self._lists.get(command.id, command)
        if isinstance(command, (ast.List, ast.Tuple)) and command.elts:
            command = command.elts[0]
        texts = [text for part in ast.walk(command) if (text := constant_text(part))]
        if isinstance(command, ast.Name) and command.id in self._lists:
            texts = [t for part in ast.walk(self._lists[command.id]) if (t := constant_text(part))]
        words = texts[0].split() if texts else []
        return bool(words) and os.path.basename(words[0]) in _COMPILERS

    def _pool_names(self, tree: ast.AST) -> set[str]:
        """Names that are bound to a pool: "pool", "self.pool"."""
        bound: list[tuple[ast.AST, ast.AST]] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                bound += [(target, node.value) for target in node.targets]
            elif isinstance(node, (ast.With, ast.AsyncWith)):
                bound += [(i.optional_vars, i.context_expr) for i in node.items if i.optional_vars]
        return {
            self._names.of(target)
            for target, value in bound
            if isinstance(value, ast.Call) and self._names.of(value.func) in _STARTERS
        }

    def _maps(self, holder: ast.AST) -> list[ast.Call]:
        """Calls of a pool's own map, which starts work and waits as its results are read."""
        return [
            call
            for call in _calls(holder)
            if isinstance(call.func, ast.Attribute)
            and call.func.attr in _MAPS
            and self._names.of(call.func.value) in self._pools
        ]

    def _only_consumes_maps(self, holder: ast.AST) -> bool:
        """Whether it starts nothing but maps, and reads the results of each where it starts it."""
        maps = self._maps(holder)
        starts = [c.func.attr in _STARTS for c in _calls(holder) if isinstance(c.func, ast.Attribute)]
        read: set[int] = set()
        for node in callgraph.own_nodes(holder):
            if isinstance(node, ast.Call):
                read |= {id(argument) for argument in node.args}
            elif isinstance(node, (ast.For, ast.comprehension)):
                read.add(id(node.iter))
            elif isinstance(node, ast.Starred):
                read.add(id(node.value))
        return bool(maps) and not any(starts) and all(id(call) in read for call in maps)

    def _starts(self, holder: ast.AST) -> bool:
        return any(
            isinstance(call.func, ast.Attribute)
            and call.func.attr in _STARTS
            or self._names.of(call.func) in _STARTERS
            and isinstance(holder, (ast.FunctionDef, ast.AsyncFunctionDef))
            and holder.name != "__init__"
            for call in _calls(holder)
        )

    def _waits_in(self, holder: ast.AST) -> bool:
        """Without an end of patience; leaving a pool's block waits too."""
        pools = any(
            isinstance(item.context_expr, ast.Call)
            and self._names.of(item.context_expr.func) in _STARTERS
            for node in callgraph.own_nodes(holder)
            if isinstance(node, ast.With)
            for item in node.items
        )
        return pools or any(
            self._names.of(call.func) in _WAITING_CALLS
            or isinstance(call.func, ast.Attribute)
            and call.func.attr in _WAITS
            and not call.args
            and all(_is_wait(word) for word in call.keywords)
            for call in _calls(holder)
        )


def _is_wait(word: ast.keyword) -> bool:
    """Whether it is `wait=True`."""
    return word.arg == "wait" and isinstance(word.value, ast.Constant) and word.value.value is True


def _calls(holder: ast.AST) -> Iterator[ast.Call]:
    for node in callgraph.own_nodes(holder):
        if isinstance(node, ast.Call):
            yield node


def _writes_only(call: ast.Call) -> bool:
    given = [word.value for word in call.keywords if word.arg == "mode"] or call.args[1:2]
    mode = constant_text(given[0]) if given else None
    return mode is not None and mode[:1] in ("w", "x", "a") and "+" not in mode
