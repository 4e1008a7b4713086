#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes large synthetic JSON lines, to measure the memory of an import.

largerecords.py FORMAT MEGABYTES FILE

FORMAT: cuda-l1, flashinfer-trace or kernelbench-agent. Texts have a fixed seed and compress about
as well as kernels and compilers' messages.

  largerecords.py cuda-l1 500 a100.jsonl
  /usr/bin/time -f '%M kB' kloupe import auto a100.jsonl --store large.kloupe
"""
import json
import random
import sys

CODE = [
    "    const int i = blockIdx.x * blockDim.x + threadIdx.x;",
    "    if (i >= n) return;",
    "    for (int k = threadIdx.x; k < columns; k += blockDim.x)",
    "        sum += input[row * columns + k] * weight[k];",
    "    __shared__ float partial[256];",
    "    __syncthreads();",
    "    output[i] = sum > 0.0f ? sum : slope * sum;",
]
BASELINES = ["default", "torch_compile_default", "torch_compile_reduce_overhead", "cuda_graph", "cudnn"]


def code(rng, name, lines):
    body = "\n".join(rng.choice(CODE) for _ in range(lines))
    return f"# {name} {rng.getrandbits(64):x}\n{body}\n"


def log(rng, lines):
    return "\n".join(f"kernel.cu({rng.randrange(999)}): error: identifier \"x{rng.randrange(9999)}\" "
                     "is undefined" for _ in range(lines))


def cuda_l1(rng, at):
    line = {"level_id": 1 + at % 3, "task_id": 1 + at // 3, "ref_code": code(rng, "reference", 30),
            "custom_code": code(rng, "kernel", 100)}
    for text in ("cuda_graph_code", "cudnn_code"):
        line[text] = code(rng, text, 50)
    for baseline in BASELINES:
        line[f"score_{baseline}"] = round(rng.lognormvariate(0.5, 0.5), 3)
    return line


def flashinfer_trace(rng, at):
    failed = at % 2 == 1
    return {"definition": f"gemm_{at % 40}",
            "workload": {"axes": {"m": at // 40 % 60}, "inputs": {}, "uuid": f"w{at // 40 % 60}"},
            "solution": f"model{at % 50}_{at}",
            "evaluation": {
                "status": "COMPILE_ERROR" if failed else "PASSED",
                "environment": {"hardware": "NVIDIA_H100", "libs": {"torch": "2.7"}},
                "timestamp": "2026-01-01T00:00:00", "log": log(rng, rng.randrange(4, 40)),
                "correctness": None if failed else {"max_relative_error": 1e-3,
                                                    "max_absolute_error": 1e-3},
                "performance": None if failed else {"latency_ms": rng.random() + 0.01,
                                                    "reference_latency_ms": 1.0,
                                                    "speedup_factor": 2.0}}}


def kernelbench_agent(rng, at):
    line = {"level": 1 + at % 3, "problem_id": 1 + at // 3 % 250, "model_name": f"model {at // 750}",
            "precision": "fp32", "static_warnings": [], "status": "generation_error",
            "error": "the build failed", "traceback": log(rng, rng.randrange(10, 90))}
    if at % 2 == 0:
        line |= {"status": "evaluated", "eval_result": {
            "compiled": True, "correctness": True, "runtime": rng.random() + 0.01,
            "metadata": {"hardware": "NVIDIA H100", "log": line["traceback"]}, "runtime_stats": {}}}
    return line


def main():
    formats = {"cuda-l1": cuda_l1, "flashinfer-trace": flashinfer_trace,
               "kernelbench-agent": kernelbench_agent}
    if len(sys.argv) != 4 or sys.argv[1] not in formats:
        sys.exit(__doc__)
    rng = random.Random(45)
    left = int(sys.argv[2]) * 1_000_000
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        at = 0
        while left > 0:
            left -= out.write(json.dumps(formats[sys.argv[1]](rng, at)) + "\n")
            at += 1


if __name__ == "__main__":
    main()
