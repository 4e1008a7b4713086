#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the same submissions with default options on one GPU and on several GPUs of one host.

    severalgpus.py --kloupe bin/kloupe --suite CHECKOUT --runs RUNS --tasks 25 --of CODEX GEMMA DEEPSEEK QWEN
    severalgpus.py --kloupe bin/kloupe --suite CHECKOUT --runs RUNS --pick 50 --of DEEPSEEK

RUNS: folders `<name>_l<n>` of `level_<n>_problem_<m>_sample_0_kernel.py`; --of names them without
`_l<n>`. --tasks chooses that many tasks for which each run has a kernel, by the SHA-256 of
`level_<n>_problem_<m>`, with all their kernels. --pick chooses that many kernels, one per task, by
the SHA-256 of `<folder>/<file>`. --skip skips that many before. Each run has an empty cache;
--cores sets the processors per device. Prints seconds, the bottleneck, stages, the last items, and
verdicts that differ from the first run.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from throughput import print_stages

NAME = re.compile(r"(level_\d+_problem_\d+)_sample_0_kernel\.py")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def kernels(arguments: argparse.Namespace) -> dict[str, dict[str, pathlib.Path]]:
    """Returns the kernels by task and run."""
    found: dict[str, dict[str, pathlib.Path]] = collections.defaultdict(dict)
    for run in arguments.of:
        for folder in sorted(arguments.runs.glob(f"{run}_l[1-3]")):
            for path in sorted(folder.glob("*.py")):
                if named := NAME.fullmatch(path.name):
                    found[named[1]][run] = path
    return found


def chosen(arguments: argparse.Namespace) -> list[pathlib.Path]:
    found = kernels(arguments)
    first, count = arguments.skip, arguments.tasks or arguments.pick
    if arguments.tasks:
        whole = [task for task, by_run in found.items() if len(by_run) == len(arguments.of)]
        tasks = sorted(whole, key=digest)[first : first + count]
        return [path for task in tasks for path in found[task].values()]
    every = [path for by_run in found.values() for path in by_run.values()]
    of_task: dict[str, pathlib.Path] = {}
    for path in sorted(every, key=lambda each: digest(f"{each.parent.name}/{each.name}")):
        of_task.setdefault(path.name, path)
    return list(of_task.values())[first : first + count]


def laid_out(paths: list[pathlib.Path], work: pathlib.Path) -> list[pathlib.Path]:
    folders = set()
    for path in paths:
        folder = work / path.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(path.resolve(), folder / path.name)
        folders.add(folder)
    return sorted(folders)


def verdicts(store: pathlib.Path) -> dict[tuple[str, str], tuple[str, str]]:
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        return {(task, method): (verdict, strict) for task, method, verdict, strict in database.execute(
            "SELECT t.name, m.name, e.verdict, e.strict_verdict FROM evaluation e "
            "JOIN task t ON t.id = e.task_id JOIN method m ON m.id = e.method_id")}  # fmt: skip


def evaluate(arguments: argparse.Namespace, folders: list[pathlib.Path], devices: str,
             work: pathlib.Path, place: int) -> tuple[float, pathlib.Path]:  # fmt: skip
    store = work / f"{place}.kloupe"
    if arguments.cores:
        cores = arguments.cores * (devices.count(",") + 1)
        os.sched_setaffinity(0, range(min(cores, os.cpu_count() or cores)))
    command = [str(arguments.kloupe), "run", "--suite", str(arguments.suite), "--store", str(store),
               "--python", sys.executable, "--device", devices, "--json",
               *arguments.options.split()]  # fmt: skip
    for folder in folders:
        command += ["--submissions", str(folder)]
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=dict(os.environ, KLOUPE_CACHE=str(work / f"cache-{place}")))  # fmt: skip
    ended: list[tuple[float, str]] = []
    assert process.stderr is not None and process.stdout is not None
    for line in process.stderr:
        ended.append((time.monotonic() - began, line.rstrip()[:150]))
    said = process.stdout.read()
    seconds = time.monotonic() - began
    if process.wait() != 0:
        sys.exit(f"kloupe ended with {process.returncode}:\n" + "\n".join(line for _, line in ended[-20:]))
    report = json.loads(said)
    count = report["evaluated"]
    print(f"{devices}: {count} in {seconds:.1f} s, {seconds / count:.2f} s each; {report['correct']} "
          f"correct, {report['infra_errors']} infra errors; first line after {ended[0][0]:.1f} s",
          flush=True)  # fmt: skip
    print("  load", json.dumps(report.get("load")), flush=True)
    print_stages(store)
    for share in (0.5, 0.8, 0.9, 0.95):
        print(f"  {share:.0%} of the lines after {ended[int(share * len(ended))][0]:.1f} s", flush=True)
    for at, line in ended[-4:]:
        print(f"  {at:6.1f} s {line}", flush=True)
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        shutil.copy(store, arguments.keep / f"{arguments.label}{place}.kloupe")
        (arguments.keep / f"{arguments.label}{place}.log").write_text(
            "".join(f"{at:8.2f} {line}\n" for at, line in ended))  # fmt: skip
    return seconds, store


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kloupe", type=pathlib.Path, required=True)
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--runs", type=pathlib.Path, required=True)
    parser.add_argument("--of", nargs="+", required=True)
    parser.add_argument("--tasks", type=int)
    parser.add_argument("--pick", type=int)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--devices", nargs="+", default=["cuda:0", "cuda:0,cuda:1"])
    parser.add_argument("--cores", type=int, help="of each device")
    parser.add_argument("--options", default="", help="more of kloupe run")
    parser.add_argument("--keep", type=pathlib.Path, help="folder that stores and logs are copied to")
    parser.add_argument("--label", default="")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="severalgpus") as temporary:
        work = pathlib.Path(temporary)
        paths = chosen(arguments)
        tasks = {path.name for path in paths}
        print(f"{len(paths)} kernels of {len(tasks)} tasks", flush=True)
        folders = laid_out(paths, work / "picked")
        before: tuple[float, pathlib.Path] | None = None
        for place, devices in enumerate(arguments.devices):
            done = evaluate(arguments, folders, devices, work, place)
            if before is None:
                before = done
                continue
            first, other = verdicts(before[1]), verdicts(done[1])
            differing = [key for key in sorted(set(first) | set(other))
                         if first.get(key) != other.get(key)]  # fmt: skip
            print(f"{before[0] / done[0]:.2f} times as fast as the first; {len(differing)} verdicts differ")
            for key in differing:
                print(f"  {key}: {first.get(key)}, {other.get(key)}")


if __name__ == "__main__":
    main()
