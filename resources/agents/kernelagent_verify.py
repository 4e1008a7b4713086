# SPDX-License-Identifier: Apache-2.0
"""KernelAgent's verify step, judged by KernelLoupe.

    import sys; sys.path.insert(0, "…/agents")
    import kernelagent_verify
    agent = TritonKernelAgent(test_timeout_s=900)
    agent.generate_kernel(text, test_code=kernelagent_verify.test_code(), generate_default_test=False)

KernelAgent runs its test as a script beside kernel.py and takes exit code 0 as success; what the script writes to standard
error is what its model is told. The environment is that of kloupe_judge.py. Each of its workers is a sample of its own, its
rounds are rounds of this sample.

kernel.py has a function `kernel_function`, benchmarks in Python ask for a class: unless the file defines `ModelNew`, one that
calls the function with what the task's model is called with stands behind it in what is judged. KLOUPE_WRAPPER names a
file with another end, e.g. for a model with weights.
"""
import os
import re
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
import kloupe_judge

CALLS_THE_FUNCTION = """

import torch as _torch


class ModelNew(_torch.nn.Module):
    def __init__(self, *values):
        super().__init__()

    def forward(self, *inputs):
        return kernel_function(*inputs)
"""


def test_code():
    """The text of a test, for generate_kernel(test_code=…)."""
    return (f"import sys\nsys.path.insert(0, {FOLDER!r})\nimport kernelagent_verify\n"
            "sys.exit(kernelagent_verify.verify('kernel.py'))\n")


def whole_program(kernel):
    if re.search(r"^class ModelNew\b", kernel, re.MULTILINE):
        return kernel
    wrapper = os.environ.get("KLOUPE_WRAPPER")
    if not wrapper:
        return kernel + CALLS_THE_FUNCTION
    with open(wrapper, encoding="utf-8") as file:
        return kernel + "\n\n" + file.read()


def worker_number(folder):
    """KernelAgent's workers have folders named worker_2_…"""
    found = re.match(r"worker_(\d+)_", os.path.basename(folder))
    return int(found.group(1)) if found else None


def verify(file):
    """0 where the kernel is right, 1 where it is not or could not be judged; why is on standard error."""
    with open(file, encoding="utf-8") as kernel:
        program = whole_program(kernel.read())
    with tempfile.TemporaryDirectory() as folder:
        whole = os.path.join(folder, "kernel.py")
        with open(whole, "w", encoding="utf-8") as out:
            out.write(program)
        try:
            result = kloupe_judge.judge(whole, "kernelagent", sample=worker_number(os.getcwd()))
        except kloupe_judge.NotJudged as problem:
            print(problem, file=sys.stderr)
            return 1
    print("PASS" if kloupe_judge.is_right(result) else "FAIL")
    print(result["feedback"], file=sys.stderr)
    return 0 if kloupe_judge.is_right(result) else 1
