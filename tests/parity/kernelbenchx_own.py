#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs KernelBench-X's own stages call and exe on one file of answers.

    kernelbenchx_own.py --suite CHECKOUT --answers FILE.jsonl --out OWN.json [--jobs N]

Calls `run_script_on_gpu` of `EVAL/0_call_acc.py` and `compare_python_files` of `1_exe_acc.py`. Our
additions: a limit of 120 s for each stage, several at a time on one GPU, and one process per
comparison (`kernelbenchx_exe_one.py`), because theirs reuses processes. OWN.json has `call` and
`exe` for each task, null without a comparison because the call failed, and `why`.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import types

from kernelbenchx_exe_one import load_stage

SECONDS = 120
HERE = pathlib.Path(__file__).resolve().parent


def with_limit(arguments: list[str], **more: object) -> subprocess.CompletedProcess:
    try:
        return subprocess.run(arguments, timeout=SECONDS, **more)  # type: ignore[call-overload]
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, 124, "", f"no end within {SECONDS} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--suite", type=pathlib.Path, required=True)
    parser.add_argument("--answers", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=8)
    arguments = parser.parse_args()
    stage = load_stage(arguments.suite.resolve(), "0_call_acc")
    stage.subprocess = types.SimpleNamespace(run=with_limit)
    with contextlib.redirect_stdout(None):
        work = list(zip(*stage.get_codes_for_test(str(arguments.answers))))

    def judge(place: int, folder: pathlib.Path) -> dict:
        code, test, file = work[place]
        own = folder / str(place)
        called, _, _, why, _ = stage.run_script_on_gpu(code, test, file, str(own), 0)
        if not called:
            return {"call": False, "exe": None, "why": why[-600:]}
        result = own / "exe.json"
        ran = with_limit([sys.executable, str(HERE / "kernelbenchx_exe_one.py"), "--checkout",
                          str(arguments.suite), "--submission", str(own / file), "--result",
                          str(result)], capture_output=True, text=True)  # fmt: skip
        if not result.exists():
            return {"call": True, "exe": False, "why": ran.stderr[-600:]}
        said = json.loads(result.read_text())
        return {"call": True, "exe": said["ok"], "why": str(said["message"])[-600:]}

    verdicts: dict[str, dict] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(sys.stderr), \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:  # fmt: skip
        running = {pool.submit(judge, place, pathlib.Path(folder)): work[place][2]
                   for place in range(len(work))}  # fmt: skip
        for each in concurrent.futures.as_completed(running):
            verdicts[pathlib.Path(running[each]).stem] = each.result()
            arguments.out.write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")
    print(f"{len(verdicts)} files, {sum(v['call'] for v in verdicts.values())} run, "
          f"{sum(v['exe'] is True for v in verdicts.values())} right")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
