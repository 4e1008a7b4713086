#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the corpora of this folder through KernelBench's own evaluation on a GPU.

    KERNELBENCH_CHECKOUT=DIR kernelbench_corpus.py --result FILE [--jobs 4] [--seconds 120]

Calls the unchanged eval_kernel_against_ref() in one process per candidate, with 5 correctness and
100 performance trials, cuda_event, and the check for excessive speedups. Also runs its static
checker, which its batch evaluation does not. Missing modules for cloud services and language models
are replaced by stand-ins. Prints a line of JSON for each candidate.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUT = pathlib.Path(os.environ.get("KERNELBENCH_CHECKOUT", "."))


def said(source: str, key: str) -> str:
    found = re.search(rf"^# {key}: (.*)$", source, re.MULTILINE)
    return found[1] if found else ""


def reference_of(source: str) -> str:
    folder = HERE / "fixtures/KernelBench/level1"
    return next(folder.glob(f"{said(source, 'task')}_*.py")).read_text()


def judge_one(file: pathlib.Path) -> dict:
    for name in ("dotenv", "openai", "litellm", "requests", "modal", "tqdm", "datasets"):
        try:
            __import__(name)
        except ImportError:
            sys.modules[name] = mock.MagicMock()
    sys.path.insert(0, str(CHECKOUT / "src"))
    import torch
    from kernelbench import eval as suite
    from kernelbench.kernel_static_checker import validate_kernel_static

    source = file.read_text()
    backend = "triton" if "import triton" in source else "cuda"
    _, errors, warnings = validate_kernel_static(source, backend=backend, precision="fp32")
    out = {"static_errors": errors, "static_warnings": warnings}
    with tempfile.TemporaryDirectory() as build:
        result = suite.eval_kernel_against_ref(
            original_model_src=reference_of(source), custom_model_src=source,
            measure_performance=True, num_correct_trials=5, num_perf_trials=100,
            timing_method="cuda_event", build_dir=build, device=torch.device("cuda:0"),
            backend=backend, precision=torch.float32,
        )  # fmt: skip
    if result is None:
        return out | {"returned": None}
    metadata = {key: str(value)[:500] for key, value in result.metadata.items()}
    return out | {"compiled": result.compiled, "correct": result.correctness,
                  "runtime_ms": result.runtime, "reference_ms": getattr(result, "ref_runtime", None),
                  "excessive_speedup": "excessive_speedup" in result.metadata,
                  "metadata": metadata}  # fmt: skip


def run_one(file: pathlib.Path, seconds: float) -> dict:
    """Evaluates one candidate in a separate process, which it may damage."""
    with tempfile.TemporaryDirectory() as folder:
        answer = pathlib.Path(folder, "answer.json")
        command = [sys.executable, __file__, "--one", str(file), "--result", str(answer)]
        try:
            done = subprocess.run(command, timeout=seconds, capture_output=True, text=True)
            code, log = done.returncode, done.stderr[-500:]
        except subprocess.TimeoutExpired:
            code, log = None, "ran out of time"
        result = json.loads(answer.read_text()) if answer.exists() else {"died": log}
    return {"file": f"{file.parent.name}/{file.name}", "exit_code": code} | result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--result", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=120)
    given = parser.parse_args()
    if given.one:
        given.result.write_text(json.dumps(judge_one(given.one)))
        return
    files = sorted((HERE / "cheats").glob("*.py")) + sorted((HERE / "honest").glob("*.py"))
    files = [file for file in files if said(file.read_text(), "needs") != "nobody"]
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool, given.result.open("w") as out:
        for result in pool.map(lambda file: run_one(file, given.seconds), files):
            out.write(json.dumps(result) + "\n")
            out.flush()
            print(result["file"], result.get("correct"), result.get("died", "")[:80], flush=True)


if __name__ == "__main__":
    main()
