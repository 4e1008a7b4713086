# SPDX-License-Identifier: Apache-2.0
"""KernelAgent's verify step, judged by KernelLoupe.

    import sys; sys.path.insert(0, "…/agents")
    import kernelagent_verify
    problem = open("KernelBench/level1/19_ReLU.py").read()
    agent = TritonKernelAgent(test_timeout_s=900)
    agent.generate_kernel(problem, test_code=kernelagent_verify.test_code(problem), generate_default_test=False)

KernelAgent runs its test as a script beside kernel.py and takes exit code 0 as success; what the script writes to standard
error is what its model is told. The text of the test is all that its model is told of the task, so the problem stands in it. The environment is that of kloupe_judge.py. Each of its workers is a sample of its own, its
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


# What KernelAgent's own fallback writes where its model did not answer.
NOT_OF_THE_MODEL = ("Mock kernel not implemented", "# Mock implementation that passes tests")


def test_code(problem):
    """The text of a test, for generate_kernel(test_code=…). `problem`: what the kernel has to compute, as a benchmark's
    file says it."""
    told = ("kernel_function gets what the model below gets in forward(), and returns what that returns. It is\n"
            "tested with inputs as of get_inputs() and compared with this model:\n\n" + problem)
    return ("".join(f"# {line}".rstrip() + "\n" for line in told.splitlines())
            + f"import sys\nsys.path.insert(0, {FOLDER!r})\nimport kernelagent_verify\n"
            "sys.exit(kernelagent_verify.verify('kernel.py'))\n")


def defines_class(kernel):
    return re.search(r"^class ModelNew\b", kernel, re.MULTILINE) is not None


def with_class(kernel):
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
        program = kernel.read()
    if any(words in program for words in NOT_OF_THE_MODEL):
        print("not judged: KernelAgent wrote this kernel itself, for its model did not answer", file=sys.stderr)
        return 1
    has_class = defines_class(program)
    program = program if has_class else with_class(program)
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
    feedback = result["feedback"]
    if not has_class:  # KernelAgent refuses each file that names torch.nn
        feedback = feedback.replace("the class ModelNew, a torch.nn.Module", "the function kernel_function")
    print(feedback, file=sys.stderr)
    return 0 if kloupe_judge.is_right(result) else 1
