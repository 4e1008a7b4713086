# SPDX-License-Identifier: Apache-2.0
"""Runs KernelGenBench's labelled operator tests with a candidate's functions, or with the reference
to record the calls that they make.

The suite's own runner, with its processes, reports and web server, is not used. Its tests,
decorators, inputs and tolerances are the checkout's."""

from __future__ import annotations

import builtins
import importlib
import itertools
import random
import sys
import types
import warnings
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator

import torch

from loupe_worker import devices, failures, loading, operatorsuite
from loupe_worker.channel import Message
from loupe_worker.operatorsuite import TORCH
from loupe_worker.recording import CallLog

Function = Callable[..., Any]

_LONGEST_CASE = 300


@dataclass
class _Case:
    """One function of the tests with one choice of its parameters."""

    name: str
    function: Function
    arguments: dict[str, Any]

    def __str__(self) -> str:
        shown = ", ".join(f"{key}={value!r}" for key, value in self.arguments.items())
        return failures.bounded(f"{self.name}({shown})", _LONGEST_CASE)


@dataclass
class _Tally:
    """Results of the cases of one test function."""

    name: str
    total: int = 0
    failed: int = 0
    first: Message = field(default_factory=dict)


class OperatorTests:
    """Tests of one operator, imported from a checkout."""

    def __init__(self, request: Message, device: str) -> None:
        self._space: str = request["space"]
        self._operator: str = request["operator"]
        self._interfaces: list[str] = request["interfaces"]
        self._key = device.split(":")[0].upper()
        self._device = device
        self._stand_in = _StandIn(self._key)
        self._is_reference = False
        self._suite = types.ModuleType("")
        self._cases: list[_Case] = []
        self.cannot = operatorsuite.what_is_missing(self._space, self._key) or self._import(
            request["folder"], request["quick"]
        )

    def record(self, request: Message) -> tuple[Message, CallLog]:
        """Runs every case with the reference."""
        log = CallLog(request["record_bytes"])
        self._is_reference = True
        functions, watched = self._references(log)
        self._install(watched if self._space == TORCH else functions, watched, log)
        return self._run(request), log

    def judge(self, request: Message, names: dict[str, Any]) -> Message:
        """Runs the cases with the functions that a candidate defines."""
        functions = {each: _defined(names, each) for each in self._interfaces}
        references = {} if self._space == TORCH else self._references(CallLog(0))[0]
        self._install(functions, references, None)
        return self._run(request)

    # --- the checkout ----------------------------------------------------------------------------

    def _import(self, folder: str, quick: bool) -> str:
        """Imports the tests; returns why they cannot be imported, or an empty text."""
        random.seed(0)  # some lists of parameters are drawn while they are imported
        try:
            self._suite = operatorsuite.open_checkout(folder, self._key.lower(), quick)
            name = "test_ops_with_benchmark" if self._space == TORCH else ""
            name = name or f"{self._space}.test_{self._operator}"
            tests: Any = importlib.import_module(f"kernelgenbench.accuracy.{name}")
            self._measure_nothing(tests)
            self._cases = list(self._cases_of(sys.modules["sandbox.verifier.test_parametrize"]))
        except Exception as error:
            return f"its tests cannot be imported: {type(error).__name__}: {error}"
        return "" if self._cases else "the suite has no test for it"

    def _cases_of(self, registry: Any) -> Iterator[_Case]:
        labelled = registry.get_funcs_by_label(self._operator)
        own = [pair for pair in labelled if self._space in pair[0].__module__]
        for function, mark in own or labelled:
            slots = registry.get_params(function.__name__, mark) or []
            choices = [
                [dict(zip(slot["names"], value if len(slot["names"]) > 1 else (value,)))
                 for value in slot["values"]]
                for slot in slots
            ]  # fmt: skip
            for choice in itertools.product(*choices):
                merged: dict[str, Any] = {}
                for part in choice:
                    merged.update(part)
                yield _Case(function.__name__, function, merged)

    def _measure_nothing(self, tests: Any) -> None:
        """Makes each timed call run once, because measurements here are not used."""
        bench: Any = importlib.import_module("triton.testing")

        def call_once(function: Function, *_: Any, quantiles: Any = None, **__: Any) -> Any:
            function()
            return [1.0] * len(quantiles) if quantiles else 1.0

        def short(*bounds: int) -> Any:
            return builtins.range(1) if bounds in ((10,), (100,)) else builtins.range(*bounds)

        bench.do_bench = call_once
        if self._space == "cublas":
            tests.range = short

    # --- functions -------------------------------------------------------------------------------

    def _references(self, log: CallLog) -> tuple[dict[str, Function], dict[str, Function]]:
        """Returns the suite's reference of each interface, and the same functions with
        recording."""
        plain: dict[str, Function] = {}
        if self._space == TORCH:
            plain = {name: self._stand_in.native(name) for name in self._installed()}
        else:
            plain[self._operator] = operatorsuite.baseline(self._space, self._operator)
        watched = {
            name: log.watch(name.replace(".", "_"), function, self._is_repeatable(name))
            for name, function in plain.items()
        }
        return plain, watched

    def _installed(self) -> list[str]:
        return operatorsuite.installable(self._interfaces)

    def _is_repeatable(self, interface: str) -> bool:
        """Returns whether equal arguments give equal values: nothing is drawn or left unwritten."""
        if self._space != TORCH:
            return True
        drawn = torch.Tag.nondeterministic_seeded in operatorsuite.overload(interface).tags
        return not drawn and "empty" not in interface.partition(".")[0]

    def _install(
        self, functions: dict[str, Function], references: dict[str, Function], log: CallLog | None
    ) -> None:
        suite: Any = self._suite
        if self._space == TORCH:
            self._stand_in.use({name: functions[name] for name in self._installed()})
            suite.use_ops = self._stand_in.scope()
        else:
            suite.triton = types.SimpleNamespace(**functions)
            suite.baseline = types.SimpleNamespace(**references)
        if log is not None:
            bench: Any = sys.modules["triton.testing"]
            bench.do_bench = log.unwatched(bench.do_bench)

    # --- running ---------------------------------------------------------------------------------

    def _run(self, request: Message) -> Message:
        import numpy

        numpy.random.seed(request["seed"] % 2**32)
        loading.seed_all(request["seed"])
        left_out = set(request.get("leave_out", []))
        tallies: dict[str, _Tally] = {}
        failed = []
        for index, case in enumerate(self._cases):
            if index in left_out:
                continue
            tally = tallies.setdefault(case.name, _Tally(case.name))
            tally.total += 1
            try:
                case.function(**case.arguments)
                devices.synchronise(self._device)
            except Exception as error:
                # A case that fails because the reference lacked memory would be excluded for all
                # candidates.
                is_shared = self._is_reference or request.get("beside_others", False)
                if is_shared and failures.lacks_memory(error):
                    raise
                tally.failed += 1
                failed.append(index)
                tally.first = tally.first or failures.describe(error) | {"case": str(case)}
        return {"functions": [vars(tally) for tally in tallies.values()], "failed_cases": failed}


class _StandIn:
    """Replaces PyTorch's operators with functions, from open() to close()."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._functions: dict[str, Function] = {}
        self._library: Any = None
        self._alive: list[Any] = []  # kernels that may be on the stack while they are removed

    def use(self, functions: dict[str, Function]) -> None:
        self._functions = functions

    def open(self) -> None:
        self._library = torch.library.Library("aten", "IMPL")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch warns that an operator is overridden
            for name, function in self._functions.items():
                self._library.impl(name, function, self._key)
        self._alive += [
            torch.library.get_kernel(f"aten::{name}", self._key) for name in self._functions
        ]

    def close(self) -> None:
        self._library._destroy()
        self._library = None

    def native(self, interface: str) -> Function:
        """Returns PyTorch's own operator, even if a function replaces it."""
        own = operatorsuite.overload(interface)

        def call(*args: Any, **kwargs: Any) -> Any:
            if self._library is None:
                return own(*args, **kwargs)
            self.close()
            try:
                return own(*args, **kwargs)
            finally:
                self.open()

        return call

    def scope(self) -> type:
        """Returns a replacement for the suite's use_ops."""
        outer = self

        class Scope:
            def __init__(self, *_: Any, **__: Any) -> None:
                pass

            def __enter__(self) -> None:
                outer.open()

            def __exit__(self, *_: Any) -> None:
                outer.close()
                outer._alive.clear()

        return Scope


def _defined(names: dict[str, Any], interface: str) -> Function:
    name = interface.replace(".", "_")
    if name in names:
        function: Function = names[name]
        return function

    def missing(*_: Any, **__: Any) -> Any:
        raise failures.Failure(failures.MISSING, f"it does not define {name}")

    return missing
