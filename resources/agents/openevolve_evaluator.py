# SPDX-License-Identifier: Apache-2.0
"""OpenEvolve's evaluator, judged by KernelLoupe.

    KLOUPE_STORE=evolved.kloupe KLOUPE_TASK=Activation/gelu openevolve-run first.cpp openevolve_evaluator.py --config c.yaml

KLOUPE_STORE and KLOUPE_TASK say where and what; KLOUPE_METHOD is the name in the store (openevolve), KLOUPE_SAMPLE the
number of the attempt (0), KLOUPE_OPTIONS further words of `kloupe evaluate-one`, KLOUPE its program. The score is the
speedup of a program that is right, 0 of any other; what a model would be told of it is the artifact "feedback".
"""
import json
import os
import shlex
import subprocess

RIGHT, JUDGED_WRONG = 0, 1  # exit codes of evaluate-one; all others are no judgement


def judged(program_path):
    """What `kloupe evaluate-one --json` says of the program. Raises where it could not be judged: that is no failure of
    the program."""
    environment = os.environ
    command = [environment.get("KLOUPE", "kloupe"), "evaluate-one", environment["KLOUPE_STORE"],
               "--task", environment["KLOUPE_TASK"], "--file", str(program_path),
               "--method", environment.get("KLOUPE_METHOD", "openevolve"),
               "--sample", environment.get("KLOUPE_SAMPLE", "0"), "--json",
               *shlex.split(environment.get("KLOUPE_OPTIONS", ""))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (RIGHT, JUDGED_WRONG) or not done.stdout:
        raise RuntimeError(f"kloupe could not judge it: {done.stderr.strip()[-2000:]}")
    return json.loads(done.stdout)


def evaluate(program_path):
    result = judged(program_path)
    is_right = result["verdict"] == "correct"
    speedup = result["speedup"] if is_right else None
    # Without a time a program that is right is worth as much as the reference.
    score = 0.0 if not is_right else 1.0 if speedup is None else speedup
    metrics = {"combined_score": score, "correct": float(is_right)}
    try:
        from openevolve.evaluation_result import EvaluationResult
    except ImportError:  # a version that knows numbers alone
        return metrics
    return EvaluationResult(metrics=metrics, artifacts={"feedback": result["feedback"]})
