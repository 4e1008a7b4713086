#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs KernelBench's own evaluation on a folder of answers.

    kernelbench_own.py --suite CHECKOUT --answers DIR --out OWN.json [--jobs N]

DIR has files `level_<n>_problem_<m>_sample_0_kernel.py`. Each runs in one process of
`kernelbench_one.py` with a build folder of its own, several at a time, at most 240 s. OWN.json has
`right`, `compiled` and `why` for each task, under its name in our suite. A process without a result
counts as neither compiled nor right.
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

SECONDS = 240
HERE = pathlib.Path(__file__).resolve().parent
ANSWER = re.compile(r"level_(\d+)_problem_(\d+)_sample_0_kernel\.py")


def judge(suite: pathlib.Path, answer: pathlib.Path, scratch: pathlib.Path) -> dict:
    match = ANSWER.fullmatch(answer.name)
    assert match is not None
    own = scratch / answer.stem
    own.mkdir()
    result = own / "result.json"
    command = [sys.executable, str(HERE / "kernelbench_one.py"), "--checkout", str(suite), "--level", match[1],
               "--problem", match[2], "--source", str(answer), "--build", str(own / "build"), "--result",
               str(result)]  # fmt: skip
    environment = dict(os.environ, MAX_JOBS="2", OMP_NUM_THREADS="2", TORCH_CUDA_ARCH_LIST="9.0")
    try:
        ran = subprocess.run(command, timeout=SECONDS, capture_output=True, text=True, cwd=own,
                             env=environment, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"right": False, "compiled": False, "why": f"no end within {SECONDS} s"}
    if not result.exists():
        return {"right": False, "compiled": False,
                "why": f"its process ended with {ran.returncode}: {ran.stderr[-600:]}"}  # fmt: skip
    said = json.loads(result.read_text())
    return {"right": said["correctness"], "compiled": said["compiled"],
            "why": json.dumps(said["metadata"])[-600:]}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", type=pathlib.Path, required=True)
    parser.add_argument("--answers", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=8)
    arguments = parser.parse_args()
    suite = arguments.suite.resolve()
    tasks = {(path.parent.name[5:], path.name.split("_")[0]): f"{path.parent.name}/{path.stem}"
             for path in (suite / "KernelBench").glob("level*/*.py")}  # fmt: skip
    verdicts: dict[str, dict] = {}
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:  # fmt: skip
        running = {pool.submit(judge, suite, answer, pathlib.Path(folder)): answer
                   for answer in sorted(arguments.answers.resolve().glob("*.py"))
                   if ANSWER.fullmatch(answer.name)}  # fmt: skip
        for each in concurrent.futures.as_completed(running):
            level, problem = ANSWER.fullmatch(running[each].name).groups()  # type: ignore[union-attr]
            verdicts[tasks[level, problem]] = each.result()
            arguments.out.write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")
    print(f"{len(verdicts)} answers, {sum(v['compiled'] for v in verdicts.values())} compiled, "
          f"{sum(v['right'] for v in verdicts.values())} right")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
