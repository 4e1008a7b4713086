#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs MultiKernelBench's own runner on a folder of answers.

    multikernelbench_own.py --suite CHECKOUT --language cuda|triton --answers …/run0 --out OWN.json [--jobs N]

Calls `eval_single` of its `utils/evaluation_utils.py` like `evaluation.py`: one process per answer,
180 s each. Our additions: several at a time, a separate extensions folder for each, and the card's
architecture in place of the one in `config.py` ("Ada", whose code does not run elsewhere). Timing
is off, because several run at a time. OWN.json has `right`, `compiled` and `why` for each task.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SECONDS = 180
ONE = r"""
import json, sys

suite, answer, op, language, out = sys.argv[1:]
sys.path.insert(0, suite)
from unittest import mock
for name in ("openai", "dotenv"):  # for asking models
    try:
        __import__(name)
    except ImportError:
        sys.modules[name] = mock.MagicMock()
import config
import torch

config.arch_list = ["%d.%d" % torch.cuda.get_device_capability(0)]
from utils import evaluation_utils
from backends.cuda_backend import CudaBackend

CudaBackend.time_execution = lambda self, eval_target="ModelNew": [1.0]
said = evaluation_utils.eval_single(open(answer, encoding="utf-8").read(), op, language)
with open(out, "w") as file:
    json.dump(said, file)
"""


def judge(suite: pathlib.Path, language: str, answer: pathlib.Path, scratch: pathlib.Path) -> dict:
    own = scratch / answer.stem
    own.mkdir()
    out = own / "said.json"
    environment = dict(os.environ, TORCH_EXTENSIONS_DIR=str(own / "extensions"), MAX_JOBS="2",
                       TRITON_CACHE_DIR=str(own / "triton"), OMP_NUM_THREADS="2")  # fmt: skip
    try:
        ran = subprocess.run([sys.executable, "-c", ONE, str(suite), str(answer), answer.stem,
                              language, str(out)], timeout=SECONDS, capture_output=True, text=True,
                             cwd=suite, env=environment, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"right": False, "compiled": True, "why": "Timeout fault"}
    if not out.exists():
        return {"right": False, "compiled": True,
                "why": f"ended with {ran.returncode}: {ran.stderr[-600:]}"}  # fmt: skip
    said = json.loads(out.read_text())
    why = said.get("correctness_info") or said.get("compile_info") or ""
    return {"right": said["correctness"], "compiled": said["compiled"], "why": why[-600:]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", type=pathlib.Path, required=True)
    parser.add_argument("--language", required=True)
    parser.add_argument("--answers", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=8)
    arguments = parser.parse_args()
    suite = arguments.suite.resolve()
    tasks = {path.stem: f"{path.parent.name}/{path.stem}"
             for path in (suite / "reference").glob("*/*.py")}  # fmt: skip
    verdicts: dict[str, dict] = {}
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:  # fmt: skip
        running = {pool.submit(judge, suite, arguments.language, answer, pathlib.Path(folder)): answer
                   for answer in sorted(arguments.answers.resolve().glob("*.txt"))}  # fmt: skip
        for each in concurrent.futures.as_completed(running):
            verdicts[tasks[running[each].stem]] = each.result()
            arguments.out.write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")
    print(f"{len(verdicts)} answers, {sum(v['compiled'] for v in verdicts.values())} compiled, "
          f"{sum(v['right'] for v in verdicts.values())} right")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
