# SPDX-License-Identifier: Apache-2.0
"""How a reference's kernels are compiled by Triton: without the turn on the device, and the variants that
a kernel is tuned among side by side. What comes out is what Triton would have made one by one."""

from __future__ import annotations

import concurrent.futures
import functools
import importlib
import os
import sys
from typing import Any

from loupe_worker.turn import Turn


def attend(turn: Turn) -> None:
    """From now on in this process, where the server has imported Triton."""
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
        return  # a Triton that compiles one after the other

    @functools.wraps(prune)
    def prune_and_compile(self: Any, kwargs: dict[str, Any]) -> Any:
        configs = prune(self, kwargs)
        # What is called before a variant may change what it is compiled for.
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
            pass  # whatever it is, the tuning itself meets it when its turn comes, and says so
