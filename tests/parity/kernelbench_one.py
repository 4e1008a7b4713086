#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges one KernelBench submission with the suite's eval_kernel_against_ref in this process.

The result file holds the function's result and what the suite's batch program would record. That
program turns exceptions into verdicts; the function does not.
"""

import argparse
import json
import pathlib
import sys
import time
import types

# The suite's utils import these for language models. Judging never calls them.
UNUSED_IMPORTS = {"dotenv": "load_dotenv", "openai": "OpenAI", "litellm": "completion"}


def stub_unused_imports() -> list[str]:
    stubbed = []
    for module_name, attribute in UNUSED_IMPORTS.items():
        try:
            __import__(module_name)
        except ImportError:
            module = types.ModuleType(module_name)
            setattr(module, attribute, lambda *_, **__: None)
            sys.modules[module_name] = module
            stubbed.append(module_name)
    return stubbed


def plain(value):
    """Converts exception objects in metadata to text, as in the suite's results."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def batch_verdict(error: BaseException) -> dict:
    """Returns what the suite's batch program records for an exception of the function."""
    kind = "cuda_error" if "CUDA error" in str(error) else "other_error"
    prefix = "CUDA Error: " if kind == "cuda_error" else "error: "
    name = f"{error.__class__.__module__}.{error.__class__.__name__}"
    return {"compiled": False, "correctness": False,
            "metadata": {kind: prefix + str(error), f"{kind}_name": name}}


def judge(arguments: argparse.Namespace) -> dict:
    stubbed = stub_unused_imports()
    sys.path.insert(0, str(arguments.checkout / "src"))
    import torch
    from kernelbench import eval as kernelbench_eval

    reference = kernelbench_eval.fetch_ref_arch_from_level_problem_id(
        arguments.level, arguments.problem)
    submission = arguments.source.read_text(encoding="utf-8")
    arguments.build.mkdir(parents=True, exist_ok=True)
    record = {"stubbed_imports": stubbed}
    started = time.monotonic()
    try:
        result = kernelbench_eval.eval_kernel_against_ref(
            original_model_src=reference,
            custom_model_src=submission,
            measure_performance=arguments.performance,
            num_correct_trials=5,
            num_perf_trials=100,
            verbose=True,
            build_dir=str(arguments.build),
            device=torch.device("cuda:0"),
            backend="cuda",
            precision=torch.float32,
        )
    except Exception as error:  # the boundary of their code: any exception is a result
        record.update(returned="exception", **batch_verdict(error))
    else:
        if result is None:
            record.update(returned="none", compiled=False, correctness=False, metadata={})
        else:
            record.update(returned="result", compiled=result.compiled,
                          correctness=result.correctness, metadata=plain(result.metadata))
    record["judge_seconds"] = round(time.monotonic() - started, 3)
    return record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--checkout", type=pathlib.Path, required=True)
    parser.add_argument("--level", type=int, required=True)
    parser.add_argument("--problem", type=int, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder of its build files")
    parser.add_argument("--performance", action="store_true", help="time it too, as the suite does")
    parser.add_argument("--result", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    arguments.result.write_text(json.dumps(judge(arguments)), encoding="utf-8")


if __name__ == "__main__":
    main()
