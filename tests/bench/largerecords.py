#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes large synthetic records, to measure the memory of an import.

largerecords.py FORMAT MEGABYTES FILE

FORMAT: cuda-l1, flashinfer-trace, kbx-corpus, kernelbench-agent or table. A table in a FILE that ends
in .csv is comma-separated, all others are JSON lines. Texts have a fixed seed and compress about as well as
kernels and compilers' messages.

  largerecords.py cuda-l1 500 a100.jsonl
  /usr/bin/time -f '%M kB' kloupe import auto a100.jsonl --store large.kloupe
"""
import csv
import io
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


def kbx_corpus(rng, at):
    def state(is_right):
        return {"call_ok": True, "exe_ok": is_right, "perf_ok": is_right, "dtype": "float32",
                "runtime_ms": 1.5 if is_right else None, "gbs": 900.0 if is_right else None,
                "tflops": 0.7 if is_right else None, "maintainability": 60.1,
                "speedup": round(rng.lognormvariate(0, 0.3), 4) if is_right else None,
                "error": "" if is_right else log(rng, rng.randrange(10, 60))}

    before, after = (code(rng, "kernel", rng.randrange(40, 120)) + "#" * 146 + "\n"
                     + code(rng, "test", 20) for _ in range(2))
    memory = {"temp_strategy": None, "perf_strategy": None, "reflection": log(rng, 20),
              "reflection_texts": [code(rng, "advice", 20)], "pass_call": True, "pass_exe": False,
              "pass_perf": False, "memory_source_round": "round_0"}
    return {"task_id": f"Activation/kernel_{at}.py", "transition": "round_0_to_round_1",
            "from_round": "round_0", "to_round": "round_1", "kind": "exe_fail_to_pass,perf_ok_newly",
            "before": state(False), "after": state(True), "before_code_present": True,
            "after_code_present": True, "before_code": before, "after_code": after,
            "unified_diff": "--- before\n+++ after\n", "notes": "made",
            "llm_fields": {"memory_after_round_from": memory},
            "diff_stats": {"lines_a": 40, "lines_b": 60, "similarity_ratio": 0.5, "opcodes_len": 9}}


def table(rng, at):
    correct = at % 3 != 0
    return {"task": f"task {at % 250}", "method": f"model {at // 250 % 20}", "round": at // 5000 % 100,
            "sample": at // 500000, "device": "NVIDIA H100", "precision": "fp32", "baseline": "eager",
            "correct": correct, "candidate_ms": rng.random() + 0.01,
            "speedup": round(rng.lognormvariate(0.5, 0.5), 3) if correct else "",
            "error": "" if correct else log(rng, 8), "source": code(rng, "kernel", 10),
            "language": "cuda"}


def lines(of):
    """Returns a function that makes the text of a JSON line."""
    return lambda rng, at: json.dumps({key: value for key, value in of(rng, at).items() if value != ""})


def values(of):
    """Returns a function that makes the text of a line of CSV, the first with the header."""
    def text(rng, at):
        record = of(rng, at)
        out = io.StringIO()
        writer = csv.DictWriter(out, list(record), lineterminator="")
        if at == 0:
            writer.writeheader()
            out.write("\n")
        writer.writerow(record)
        return out.getvalue()
    return text


def main():
    formats = {"cuda-l1": cuda_l1, "flashinfer-trace": flashinfer_trace, "kbx-corpus": kbx_corpus,
               "kernelbench-agent": kernelbench_agent, "table": table}
    if len(sys.argv) != 4 or sys.argv[1] not in formats:
        sys.exit(__doc__)
    rng = random.Random(45)
    left = int(sys.argv[2]) * 1_000_000
    record = formats[sys.argv[1]]
    text = values(record) if sys.argv[3].endswith(".csv") else lines(record)
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        at = 0
        while left > 0:
            left -= out.write(text(rng, at) + "\n")
            at += 1


if __name__ == "__main__":
    main()
