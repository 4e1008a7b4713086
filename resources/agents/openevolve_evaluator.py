# SPDX-License-Identifier: Apache-2.0
"""OpenEvolve's evaluator, judged by KernelLoupe.

    KLOUPE_STORE=evolved.kloupe KLOUPE_TASK=Activation/gelu openevolve-run first.cpp openevolve_evaluator.py --config c.yaml

The environment is that of kloupe_judge.py, which has to lie beside this file. The score is the speedup of a program that is
right, 0 of any other; what a model would be told of it is the artifact "feedback".
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kloupe_judge


def evaluate(program_path):
    result = kloupe_judge.judge(program_path, "openevolve")
    is_right = kloupe_judge.is_right(result)
    speedup = result["speedup"] if is_right else None
    # Without a time a program that is right is worth as much as the reference.
    score = 0.0 if not is_right else 1.0 if speedup is None else speedup
    metrics = {"combined_score": score, "correct": float(is_right)}
    try:
        from openevolve.evaluation_result import EvaluationResult
    except ImportError:  # a version that knows numbers alone
        return metrics
    return EvaluationResult(metrics=metrics, artifacts={"feedback": result["feedback"]})
