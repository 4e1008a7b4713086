#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times KernelBench's own batch evaluation (scripts/eval_from_generations.py) of one folder.

    KERNELBENCH_CHECKOUT=DIR kernelbench_batch.py --runs DIR --build DIR --names NAME:LEVEL… --result FILE

Calls its unchanged functions in their fastest setting: batch_compile() on all cores first
(build_cache), then batch_eval() on one GPU with 5 correctness and 100 performance trials. Missing
modules for cloud services and language models are replaced by stand-ins. The result holds the
seconds of both parts for each level, and the suite's own result files.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import re
import sys
import time
import types
from typing import Callable
from unittest import mock

CHECKOUT = pathlib.Path(os.environ.get("KERNELBENCH_CHECKOUT", "."))


class Config:
    """The parts of pydra's Config that the suite uses."""

    def to_dict(self) -> dict:
        return dict(self.__dict__)


def stand_in() -> list[str]:
    """Installs the stand-ins, also in processes of the suite that import this file again."""
    pydra = types.ModuleType("pydra")
    pydra.Config, pydra.REQUIRED = Config, None
    pydra.main = lambda **_: lambda function: function
    missing = []
    for name, module in {"pydra": pydra, "modal": mock.MagicMock(), "dotenv": mock.MagicMock(),
                         "openai": mock.MagicMock(), "litellm": mock.MagicMock()}.items():  # fmt: skip
        try:
            __import__(name)
        except ImportError:
            missing.append(name)
            sys.modules[name] = module
    sys.path[:0] = [str(CHECKOUT / "src"), str(CHECKOUT / "scripts")]
    return missing


MISSING = stand_in()


def evaluate(runs: pathlib.Path, name: str, level: int, build: pathlib.Path, cores: int,
             keep: Callable[[dict], None]) -> None:  # fmt: skip
    """Saves the results after building and again at the end."""
    import eval_from_generations as suite
    from kernelbench import compile as compilation

    config = suite.EvalConfig()
    config.run_name, config.dataset_src, config.level = name, "local", level
    config.runs_dir, config.kernel_eval_build_dir = str(runs), str(build)
    config.gpu_arch, config.build_cache, config.num_cpu_workers = ["Hopper"], True, cores
    suite.set_gpu_arch(config.gpu_arch)
    work = []
    for path in sorted((runs / name).glob(f"level_{level}_*.py")):
        found = re.match(r"level_\d+_problem_(\d+)_sample_(\d+)_kernel\.py", path.name)
        if found:
            work.append((int(found[1]), int(found[2])))
    dataset = suite.construct_kernelbench_dataset(level=level, source="local")
    results = runs / name / f"eval_results_{level}.json"
    began = time.monotonic()
    compilation.batch_compile(work, config.to_dict())
    compiled = time.monotonic()
    part = {"name": name, "level": level, "samples": len(work), "build_s": compiled - began,
            "results": {}}  # fmt: skip
    keep(part)
    suite.batch_eval(work, config, dataset, str(runs / name), str(results))
    part["evaluate_s"] = time.monotonic() - compiled
    part["results"] = json.loads(results.read_text()) if results.exists() else {}
    keep(part)


def main() -> None:
    import multiprocessing

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--names", nargs="+", required=True, metavar="FOLDER:LEVEL")
    parser.add_argument("--result", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    multiprocessing.set_start_method("spawn")
    done = {"stood_in_for": MISSING, "parts": []}
    for each in arguments.names:
        name, _, level = each.rpartition(":")
        before = list(done["parts"])

        def keep(part: dict, before: list = before) -> None:
            done["parts"] = [*before, part]
            arguments.result.write_text(json.dumps(done, indent=1), encoding="utf-8")

        evaluate(arguments.runs, name, int(level), arguments.build, os.cpu_count() or 1, keep)


if __name__ == "__main__":
    main()
