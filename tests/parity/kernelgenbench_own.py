#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs KernelGenBench's own verifier on a folder of candidates.

    kernelgenbench_own.py --suite CHECKOUT --kernels DIR/kernels --out OWN.json [--jobs N] [--installing]

Calls `Verifier._verify` like its two tracks (strict check), in one process per operator, several at
a time. Our additions: a limit of 300 s each, a `triton.testing.do_bench` with a single call,
because no times are needed, and a stand-in for the one imported but unused function of fastapi. The
checks against hacks are disabled, because they use the times. The constructor's changes of the
process (another stream, no graphs) are omitted, because they do not reach the processes of the
tests. On another stream torch would not wait for the cuBLAS of the suite's baselines, whose results
would be undefined.

As shipped, the verifier never installs a candidate for PyTorch, because it looks up "aten::add" in
a table of names like "add". With --installing that table is the suite's own `DynamicImplInfo`,
which knows both names.

OWN.json has `right` for each operator (null without a test), and the counts of cases or the error.
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

SECONDS = 300
ONE = r"""
import json, os, pathlib, sys, types

suite, operator, source, out, is_installing = sys.argv[1:]
sys.path.insert(0, str(pathlib.Path(suite) / "src"))
fastapi, encoders = types.ModuleType("fastapi"), types.ModuleType("fastapi.encoders")
encoders.jsonable_encoder = None
sys.modules.update({"fastapi": fastapi, "fastapi.encoders": encoders})
import triton.testing


def once(function, *_, quantiles=None, **__):
    function()
    return [1.0] * len(quantiles) if quantiles else 1.0


triton.testing.do_bench = once
import kernelgenbench
import sandbox.cuda_protector
import sandbox.register
from kernelgenbench.dataset import kernel_list
from sandbox.verifier import verifier as verifiers
from sandbox.verifier.verifier import Source, Verifier, VerifyConfig, VerifyRequest

sandbox.cuda_protector.CUDALayerProtector.setup = lambda self: None
if is_installing == "True":
    table = kernel_list.DynamicImplInfo()
    for module in (kernel_list, kernelgenbench.dataset, sandbox.register, verifiers):
        module.IMPL_INFO = table
os.chdir(os.path.dirname(out))
config = VerifyConfig(run_name="own", run_dir=os.path.dirname(out), strict_check=True, save_log=False,
                      anti_hack=False)
verifier = Verifier(config)
space = operator.split("::")[0]
tests = "test_ops_with_benchmark" if space == "aten" else space
verifier.set_modules([f"kernelgenbench.accuracy.{tests}"])
request = VerifyRequest(source=[Source(source=source, function_name=operator,
                                       namespace="" if space == "aten" else "triton")])
result = verifier._verify(request)
said = {"right": result.success, "cases": result.info, "why": (result.traceback or "")[-600:]}
with open(out, "w") as file:
    json.dump(said, file, default=str)
"""


def judge(suite: pathlib.Path, kernel: pathlib.Path, scratch: pathlib.Path, is_installing: bool) -> dict:
    operator = kernel.stem.replace("__", "::", 1)
    own = scratch / kernel.stem
    own.mkdir()
    out = own / "said.json"
    command = [sys.executable, "-c", ONE, str(suite), operator, str(kernel), str(out), str(is_installing)]
    try:
        ran = subprocess.run(command, timeout=SECONDS, capture_output=True, text=True, cwd=own,
                             env=dict(os.environ, TRITON_CACHE_DIR=str(own / "triton")),
                             check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"right": False, "why": f"no end within {SECONDS} s"}
    if not out.exists():
        return {"right": False, "why": f"its process ended with {ran.returncode}: {ran.stderr[-600:]}"}
    said: dict = json.loads(out.read_text())
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", type=pathlib.Path, required=True)
    parser.add_argument("--kernels", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--installing", action="store_true")
    arguments = parser.parse_args()
    suite, kernels = arguments.suite.resolve(), sorted(arguments.kernels.resolve().glob("*__*.py"))
    verdicts: dict[str, dict] = {}
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:  # fmt: skip
        running = {pool.submit(judge, suite, kernel, pathlib.Path(folder), arguments.installing): kernel
                   for kernel in kernels}  # fmt: skip
        for each in concurrent.futures.as_completed(running):
            verdicts[running[each].stem.replace("__", "::", 1)] = each.result()
            arguments.out.write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")
    right = [verdict["right"] for verdict in verdicts.values()]
    print(f"{len(right)} operators, {right.count(True)} right, {right.count(False)} not, "
          f"{right.count(None)} without a test")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
