# SPDX-License-Identifier: Apache-2.0
"""GEAK's evaluator, judged by KernelLoupe. In GEAK's main_gaagent.py, behind `dataset = TritonBench(…)`:

    import sys; sys.path.insert(0, "…/agents")
    import geak_evaluator
    dataset = geak_evaluator.judged(dataset)

The environment is that of kloupe_judge.py; without KLOUPE_TASK a problem's file names its task (add_example.py is
add_example of TritonBench-G). Each program is the next round of the problem. `profiling` has to be off: what GEAK's own
profiler needs is not written.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kloupe_judge


def test_opt_correctness(code, filename, tmp_dir, exe_dir="pass_exe", gpu_id=0):
    """As GEAK's dataset has it: whether it can be called, whether it is right, its speedup, standard output, standard
    error. GEAK shows the last two to its model."""
    for folder in (tmp_dir, exe_dir):
        os.makedirs(folder, exist_ok=True)
    program = os.path.join(tmp_dir, filename)
    with open(program, "w", encoding="utf-8") as file:
        file.write(code)
    task = os.environ.get("KLOUPE_TASK") or os.path.splitext(filename)[0]
    result = kloupe_judge.judge(os.path.abspath(program), "geak", task=task)
    is_right = kloupe_judge.is_right(result)
    # GEAK takes a speedup of 0 as one that was not measured.
    speedup = (result["speedup"] or 0.0) if is_right else 0.0
    return result["outcome"] in ("correct", "wrong"), is_right, speedup, "", result["feedback"]


def judged(dataset):
    """The dataset with this test in place of its own."""
    dataset.test_opt_correctness = test_opt_correctness
    return dataset
