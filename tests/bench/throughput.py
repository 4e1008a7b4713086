#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Samples per hour of `kloupe run` and of KernelBench's own evaluation, on the same submissions.

    throughput.py --kloupe bin/kloupe --suite CHECKOUT --submissions DIR… --theirs 3

Ours first with an empty build cache, then with the one that left. Theirs: eval_kernel_against_ref with
5 correctness and 100 performance trials, one fresh process a submission, on the first N submissions
that ours calls correct; then again with its build folder filled. Needs a GPU.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
HARNESS = HERE.parent / "parity" / "kernelbench_one.py"


def run_ours(arguments: argparse.Namespace, work: pathlib.Path, name: str) -> dict:
    store = work / f"{name}.kloupe"
    command = [arguments.kloupe, "run", "--suite", arguments.suite, "--store", store,
               "--python", sys.executable, "--device", "cuda:0", "--protocol", "suite",
               "--fast-inputs", "--json", *arguments.options.split()]  # fmt: skip
    for folder in arguments.submissions:
        command += ["--submissions", folder]
    environment = dict(os.environ, KLOUPE_CACHE=str(work / "cache"))
    began = time.monotonic()
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          env=environment, check=False)  # fmt: skip
    seconds = time.monotonic() - began
    if done.returncode != 0:
        sys.exit(f"kloupe failed with {done.returncode}:\n{done.stderr[-2000:]}")
    report = json.loads(done.stdout)
    rows = json.loads(subprocess.run(
        [str(arguments.kloupe), "query", "--store", str(store), "--json", "--limit", "1000000"],
        capture_output=True, text=True, check=True).stdout)["rows"]  # fmt: skip
    count = report["evaluated"]
    print(f"ours, {name} cache: {count} evaluations in {seconds:.1f} s, "
          f"{seconds / count:.2f} s each, {3600 * count / seconds:.0f} an hour; "
          f"{report['correct']} correct, {report['failed']} failed, "
          f"{report['infra_errors']} infra errors, "
          f"{sum(row['speedup'] is not None for row in rows)} timed", flush=True)  # fmt: skip
    print_stages(store)
    if arguments.keep:
        shutil.copy(store, arguments.keep)
    return {"seconds": seconds, "count": count, "rows": rows}


def print_stages(store: pathlib.Path) -> None:
    """Where an evaluation's time goes."""
    import sqlite3

    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        for stage in ("build_ms", "verify_ms", "time_ms"):
            values = sorted(row[0] / 1e3 for row in database.execute(
                f"SELECT {stage} FROM evaluation_extra WHERE {stage} IS NOT NULL"))  # fmt: skip
            if values:
                print(f"  {stage[:-3]:<7} median {statistics.median(values):7.2f} s, "
                      f"largest {values[-1]:7.2f} s, sum {sum(values):8.1f} s "
                      f"(n = {len(values)})", flush=True)  # fmt: skip


def submission_of(row: dict, folders: list[pathlib.Path]) -> pathlib.Path | None:
    level, number = re.match(r"level(\d+)/(\d+)", row["task"]).groups()
    name = f"level_{level}_problem_{number}_sample_{row['sample']}_kernel.py"
    found = [folder / name for folder in folders if folder.name == row["method"]]
    return found[0] if found and found[0].exists() else None


def run_theirs(arguments: argparse.Namespace, work: pathlib.Path, rows: list[dict]) -> None:
    correct = [row for row in rows if row["verdict"] == "correct"]
    step = max(1, len(correct) // max(1, arguments.theirs))
    chosen = [(row, submission_of(row, arguments.submissions)) for row in correct[::step]]
    chosen = [pair for pair in chosen if pair[1] is not None][: arguments.theirs]
    for name in ("empty", "filled"):
        taken = []
        for row, source in chosen:
            level, number = re.match(r"level(\d+)/(\d+)", row["task"]).groups()
            left = arguments.deadline - time.monotonic()
            if left < 20:
                print(f"theirs, {name} build folder: no time for more", flush=True)
                break
            began = time.monotonic()
            try:
                subprocess.run([sys.executable, str(HARNESS), "--checkout", str(arguments.suite),
                                "--level", level, "--problem", number, "--source", str(source),
                                "--build", str(work / "theirs" / source.stem), "--performance",
                                "--result", str(work / "theirs.json")],
                               capture_output=True, timeout=left, check=True,
                               env=dict(os.environ, TORCH_CUDA_ARCH_LIST="9.0"))  # fmt: skip
            except subprocess.TimeoutExpired:
                print(f"theirs, {name}: {row['task']} cut after {left:.0f} s", flush=True)
                break
            taken.append(time.monotonic() - began)
            verdict = json.loads((work / "theirs.json").read_text())["correctness"]
            print(f"theirs, {name} build folder: {row['task']} {taken[-1]:.1f} s, "
                  f"correct: {verdict}", flush=True)  # fmt: skip
        if taken:
            print(f"theirs, {name} build folder: mean {statistics.mean(taken):.1f} s "
                  f"(n = {len(taken)}), {3600 / statistics.mean(taken):.0f} an hour", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kloupe", type=pathlib.Path, required=True)
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--submissions", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--theirs", type=int, default=3, help="submissions of theirs")
    parser.add_argument("--seconds", type=float, default=1800, help="for everything")
    parser.add_argument("--keep", type=pathlib.Path, help="folder that our stores are copied to")
    parser.add_argument("--options", default="", help="more options of kloupe run")
    arguments = parser.parse_args()
    arguments.deadline = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory(prefix="loupe-throughput") as folder:
        work = pathlib.Path(folder)
        rows = run_ours(arguments, work, "empty")["rows"]
        run_ours(arguments, work, "filled")
        run_theirs(arguments, work, rows)


if __name__ == "__main__":
    main()
