#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures samples per hour of `kloupe run` and of KernelBench's own evaluation.

    throughput.py --kloupe bin/kloupe --suite CHECKOUT --submissions DIR… --theirs 41 --same

Ours runs in the modes of --modes, in their order. "default" only sets the Python and the device.
"fast" uses the suite's protocol only, draws inputs on the device, and ends trials at the first
failure. Each mode runs first with an empty build cache, then with a filled one. --pick N takes N
submissions, one per task, by the SHA-256 of their method and file name. Theirs: its batch
evaluation in its fastest setting (kernelbench_batch.py) on N random submissions; with --same, ours
only runs those. Prints the ratios with a bootstrap interval, and whether both find the same ones
correct. Needs a GPU.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
HARNESS = HERE / "kernelbench_batch.py"
SEED = 20261121  # for random choices
MODES = {
    "default": [],
    "fast": ["--protocol", "suite", "--fast-inputs", "--stop-at-first-failure"],
}


def run_ours(arguments: argparse.Namespace, work: pathlib.Path, mode: str, cache: str) -> dict:
    name = f"{mode}-{cache}"
    store = work / f"{name}.kloupe"
    command = [arguments.kloupe, "run", "--suite", arguments.suite, "--store", store,
               "--python", sys.executable, "--device", "cuda:0", "--json", *MODES[mode],
               *arguments.options.split()]  # fmt: skip
    for folder in arguments.submissions:
        command += ["--submissions", folder]
    environment = dict(os.environ, KLOUPE_CACHE=str(work / f"cache-{mode}"))
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
    print(f"ours, {mode} options, {cache} cache: {count} evaluations in {seconds:.1f} s, "
          f"{seconds / count:.2f} s each, {3600 * count / seconds:.0f} an hour; "
          f"{report['correct']} correct, {report['failed']} failed, "
          f"{report['infra_errors']} infra errors, "
          f"{sum(row['speedup'] is not None for row in rows)} timed", flush=True)  # fmt: skip
    print_stages(store)
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        shutil.copy(store, arguments.keep)
    return {"seconds": seconds, "count": count, "rows": rows}


def print_stages(store: pathlib.Path) -> None:
    """Prints the time of each stage of an evaluation."""
    import sqlite3

    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        for stage in ("build_ms", "verify_ms", "time_ms"):
            values = sorted(row[0] / 1e3 for row in database.execute(
                f"SELECT {stage} FROM evaluation_extra WHERE {stage} IS NOT NULL"))  # fmt: skip
            if values:
                print(f"  {stage[:-3]:<7} median {statistics.median(values):7.2f} s, "
                      f"largest {values[-1]:7.2f} s, sum {sum(values):8.1f} s "
                      f"(n = {len(values)})", flush=True)  # fmt: skip


# Method and start of the task's name, by level, problem and sample number.
Chosen = dict[tuple[int, int, int], tuple[str, str]]


def every_submission(arguments: argparse.Namespace) -> list[pathlib.Path]:
    return sorted(path for folder in arguments.submissions
                  for path in folder.glob("level_*_kernel.py"))  # fmt: skip


def by_chance(arguments: argparse.Namespace) -> list[pathlib.Path]:
    """Returns the random submissions for theirs."""
    every = every_submission(arguments)
    random.Random(SEED).shuffle(every)
    return every[: arguments.theirs]


def by_digest(arguments: argparse.Namespace) -> list[pathlib.Path]:
    """Returns the number of --pick, at most one per task, in an order determined by their names."""

    def digest(path: pathlib.Path) -> str:
        return hashlib.sha256(f"{path.parent.name}/{path.name}".encode()).hexdigest()

    of_task: dict[str, pathlib.Path] = {}
    for path in sorted(every_submission(arguments), key=digest):
        of_task.setdefault(re.match(r"level_\d+_problem_\d+_", path.name).group(), path)
    return list(of_task.values())[: arguments.pick]


def folders_of(paths: list[pathlib.Path], work: pathlib.Path) -> list[pathlib.Path]:
    """Copies the submissions into folders below `work`, one for each method."""
    folders = set()
    for path in paths:
        folder = work / path.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder)
        folders.add(folder)
    return sorted(folders)


def choose(arguments: argparse.Namespace, runs: pathlib.Path) -> tuple[list[str], Chosen]:
    """Copies random submissions into one folder per level, as their evaluation requires. Returns
    "FOLDER:LEVEL" of each. Samples of the same problem by several methods are numbered."""
    names = set()
    chosen: Chosen = {}
    for path in by_chance(arguments):
        level, problem = re.match(r"level_(\d+)_problem_(\d+)_", path.name).groups()
        folder = runs / f"level{level}"
        folder.mkdir(parents=True, exist_ok=True)
        sample = len(list(folder.glob(f"level_{level}_problem_{problem}_sample_*")))
        name = f"level_{level}_problem_{problem}_sample_{sample}_kernel.py"
        shutil.copy(path, folder / name)
        chosen[int(level), int(problem), sample] = (path.parent.name, f"level{level}/{problem}_")
        names.add(f"level{level}:{level}")
    return sorted(names), chosen


def bootstrap(values: list[float]) -> tuple[float, float]:
    """Returns the 95 % interval of the mean."""
    draw = random.Random(SEED)
    means = sorted(statistics.mean(draw.choices(values, k=len(values))) for _ in range(5000))
    return means[125], means[4874]


def compare_verdicts(parts: list[dict], chosen: Chosen, rows: list[dict]) -> None:
    same = count = 0
    for part in parts:
        for problem, results in part["results"].items():
            for result in results:
                method, task = chosen[part["level"], int(problem), int(result["sample_id"])]
                own = next(row for row in rows
                           if row["method"] == method and row["task"].startswith(task))  # fmt: skip
                is_same = (own["verdict"] == "correct") == result["correctness"]
                same, count = same + is_same, count + 1
                print(f"{method} {own['task']}: theirs compiled {result['compiled']}, correct "
                      f"{result['correctness']}; ours {own['verdict']}"
                      f"{'' if is_same else '  DIFFERENT'}")  # fmt: skip
    print(f"the same verdict: {same} of {count}", flush=True)


def run_theirs(arguments: argparse.Namespace, work: pathlib.Path, ours: dict[str, float],
               rows: list[dict]) -> None:  # fmt: skip
    """Runs their batch evaluation, building on all cores first. `ours`: seconds per sample by
    cache."""
    names, chosen = choose(arguments, work / "runs")
    result = arguments.keep / "theirs.json" if arguments.keep else work / "theirs.json"
    left = arguments.deadline - time.monotonic()
    try:
        done = subprocess.run([sys.executable, str(HARNESS), "--runs", str(work / "runs"), "--build",
                               str(work / "theirs"), "--result", str(result), "--names", *names],
                              capture_output=True, text=True, timeout=left, check=False,
                              env=dict(os.environ, PYTHONUNBUFFERED="1",
                                       KERNELBENCH_CHECKOUT=str(arguments.suite)))  # fmt: skip
        said, is_whole = done.stdout, done.returncode == 0
        if not is_whole:
            print(f"theirs: failed\n{done.stderr[-2000:]}", flush=True)
    except subprocess.TimeoutExpired as cut:
        said, is_whole = (cut.stdout or b"").decode(errors="replace"), False
        print(f"theirs: cut after {left:.0f} s; what follows is of what was through", flush=True)
    each = [float(text) for text in re.findall(r"Evaluation took ([\d.]+) seconds", said)]
    if not result.exists() or not each:
        return
    parts = json.loads(result.read_text())["parts"]
    count = sum(part["samples"] for part in parts)
    build = sum(part["build_s"] for part in parts) / count
    mean, (low, high) = statistics.mean(each), bootstrap(each)
    print(f"theirs: {count} samples, built in {build:.2f} s each on all cores, {len(each)} evaluated "
          f"in {mean:.2f} s each ({low:.2f} to {high:.2f})", flush=True)  # fmt: skip
    if is_whole:
        print(f"theirs, all: {sum(part['build_s'] + part['evaluate_s'] for part in parts):.1f} s "
              f"for {count}", flush=True)  # fmt: skip
    for name, before in (("empty", build), ("filled", 0.0)):
        if name not in ours:
            continue
        print(f"ratio with {name} cache: {(mean + before) / ours[name]:.1f} "
              f"({(low + before) / ours[name]:.1f} to {(high + before) / ours[name]:.1f})")  # fmt: skip
    compare_verdicts(parts, chosen, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kloupe", type=pathlib.Path, required=True)
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--submissions", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--theirs", type=int, default=14, help="submissions that theirs is run on")
    parser.add_argument("--same", action="store_true", help="ours runs those alone, too")
    parser.add_argument("--pick", type=int, help="so many submissions, of a task each")
    parser.add_argument("--modes", nargs="+", default=list(MODES), choices=list(MODES),
                        help="of ours, in this order; theirs is compared with the last")
    parser.add_argument("--caches", nargs="+", default=["empty", "filled"],
                        choices=["empty", "filled"], help="of each mode, one run each in this order")
    parser.add_argument("--seconds", type=float, default=1800, help="for everything")
    parser.add_argument("--keep", type=pathlib.Path, help="folder that our stores are copied to")
    parser.add_argument("--options", default="", help="more options of kloupe run")
    arguments = parser.parse_args()
    arguments.deadline = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory(prefix="loupe-throughput") as folder:
        work = pathlib.Path(folder)
        ours = {}
        if arguments.pick:
            arguments.submissions = folders_of(by_digest(arguments), work / "picked")
        if arguments.same:
            arguments.submissions = folders_of(by_chance(arguments), work / "same")
        for mode in arguments.modes:
            for cache in arguments.caches:
                done = run_ours(arguments, work, mode, cache)
                ours[cache] = done["seconds"] / done["count"]
        if arguments.theirs:
            run_theirs(arguments, work, ours, done["rows"])


if __name__ == "__main__":
    main()
