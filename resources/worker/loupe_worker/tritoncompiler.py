# SPDX-License-Identifier: Apache-2.0
"""Lets Triton compile a reference's kernels without the turn on the device, and the variants of a
tuned kernel in parallel. The output is the same as Triton's sequential one."""

from __future__ import annotations

import concurrent.futures
import functools
import importlib
import os
import sys
from typing import Any

from loupe_worker.turn import Turn


def attend(turn: Turn) -> None:
    """Applies this in the process from now on, if the server has imported Triton."""
    compiler: Any = sys.modules.get("triton.compiler")
    if compiler is None or hasattr(compiler.compile, "gives_turn_back"):
        return
    compile_alone = compiler.compile

    @functools.wraps(compile_alone)
    def compile_without_turn(*args: Any, **kwargs: Any) -> Any:
        with turn.given_back():
            return compile_alone(*args, **kwargs)

    compile_without_turn.gives_turn_back = True  # type: ignore[attr-defined]
    compiler.compile = compile_without_turn
    _tune_side_by_side(turn)


def _tune_side_by_side(turn: Turn) -> None:
    try:
        tuner: Any = importlib.import_module("triton.runtime.autotuner").Autotuner
        mode: Any = importlib.import_module("triton.runtime._async_compile").AsyncCompileMode
        prune = tuner.prune_configs
    except (ImportError, AttributeError):
        return  # this Triton compiles sequentially

    @functools.wraps(prune)
    def prune_and_compile(self: Any, kwargs: dict[str, Any]) -> Any:
        configs = prune(self, kwargs)
        # A pre-hook may change what a variant is compiled for.
        if len(configs) > 1 and not any(config.pre_hook for config in configs):
            with turn.given_back():
                _compile(self, list(self.nargs.values()), kwargs, configs, mode)
        return configs

    tuner.prune_configs = prune_and_compile


def _compile(tuner: Any, args: list[Any], kwargs: dict[str, Any], configs: Any, mode: Any) -> None:
    given = {name: value for name, value in kwargs.items() if name != "warmup"}
    threads = max(2, len(os.sched_getaffinity(0)) // 2)
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        try:
            with mode(pool, ignore_errors=True):
                for config in configs:
                    tuner.fn.warmup(*args, **{**given, **config.all_kwargs()})
        except Exception:  # pylint: disable=broad-exception-caught
            pass  # the tuning itself meets the same error and reports it
