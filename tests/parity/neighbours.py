#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that verdicts do not depend on other load on the machine or the GPU.

    neighbours.py --kloupe bin/kloupe --python PYTHON --suite CHECKOUT --submissions DIR \
        [--jobs 1,4,16] [--hog 0.6] [--work DIR] [-- OPTION…]

Runs the same submissions with `--jobs` 1, 4 and 16, and next to a process that holds 60 % of the
GPU's memory. Options after `--` go to every `kloupe run`: `--device cuda:0`, `--no-timing`,
`--filter …`. Compares each run with the first, for each submission: the suite's and the strict
verdict, flags about the candidate, the trials and their ends, excuses with reasons (`kloupe
strict:`), and decisions by size (`kloupe sizes:`). Exits with 1 if anything differs. Infrastructure
failures (`infra_error`, as next to a process that leaves too little memory) are counted separately
and are no difference. `--hog 0` skips the last run.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
# Flags about the evaluation, not its result.
ABOUT_THE_RUN = {
    "build_from_cache", "build_not_kept", "gpu_shared", "inputs_made_on_host", "not_sandboxed"
}  # fmt: skip
Row = dict[str, Any]


def evaluated(arguments: argparse.Namespace, name: str, jobs: int) -> pathlib.Path:
    store = arguments.work / f"{name}.kloupe"
    command = [
        arguments.kloupe, "run", "--suite", arguments.suite, "--submissions", arguments.submissions,
        "--python", arguments.python, "--store", str(store), "--jobs", str(jobs), *arguments.more,
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[-4000:]}")
    return store


def line_of(log: str, word: str) -> Any:
    found = re.search(rf"^kloupe {word}: (.*)$", log, re.MULTILINE)
    return json.loads(found.group(1)) if found else None


def text_of(blob: tuple[int, str, bytes]) -> str:
    """Returns a text of a store, which is raw or compressed with the program's own library."""
    size, codec, data = blob
    if codec == "raw":
        return data.decode(errors="replace")
    library = ctypes.CDLL("libzstd.so.1")
    library.ZSTD_decompress.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(size)
    written = library.ZSTD_decompress(
        out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data))
    )
    if written != size:
        sys.exit("a text of the store cannot be read")
    return out.raw.decode(errors="replace")


def results(store: pathlib.Path) -> dict[tuple[str, str, int], Row]:
    database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    out = {}
    for key, task, method, sample, verdict, strict, outcome, log in database.execute(
        "SELECT e.id, t.name, m.name, e.sample, e.verdict, e.strict_verdict, e.outcome, x.run_log "
        "FROM evaluation e JOIN task t ON t.id = e.task_id JOIN method m ON m.id = e.method_id "
        "JOIN evaluation_extra x ON x.evaluation_id = e.id"
    ):
        blob = database.execute("SELECT size, codec, data FROM blob WHERE id = ?", (log,)).fetchone()
        text = text_of(blob) if blob else ""
        flags = database.execute(
            "SELECT flag FROM evaluation_flag WHERE evaluation_id = ?", (key,)
        ).fetchall()
        trials = database.execute(
            "SELECT case_name, verdict FROM trial WHERE evaluation_id = ? ORDER BY trial_index", (key,)
        ).fetchall()
        out[(task, method, sample)] = {
            "status": outcome,
            "verdict": verdict,
            "strict": strict,
            "flags": sorted({flag for (flag,) in flags} - ABOUT_THE_RUN),
            "trials": trials,
            "excuses": line_of(text, "strict"),
            "sizes": line_of(text, "sizes"),
            "repeated": "no other job on the device" in text,
        }
    return out


def compared(first: dict[Any, Row], other: dict[Any, Row], name: str) -> int:
    differences = 0
    given_up = repeated = 0
    for key in sorted(set(first) | set(other)):
        a, b = first.get(key), other.get(key)
        if a is None or b is None:
            differences += 1
            print(f"  {name}: {key} was evaluated in one of them only")
            continue
        if "infra_error" in (a["status"], b["status"]):
            given_up += 1
            continue
        repeated += b["repeated"]
        for what in ("verdict", "strict", "flags", "trials", "excuses", "sizes"):
            if a[what] != b[what]:
                differences += 1
                print(f"  {name}: {key} {what}\n    {a[what]}\n    {b[what]}")
    print(f"{name}: {len(other)} evaluations, {differences} differences, {given_up} given up by the "
          f"machinery, {repeated} repeated with the device to themselves")  # fmt: skip
    return differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("kloupe", "python", "suite", "submissions"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--jobs", default="1,4,16")
    parser.add_argument("--hog", type=float, default=0.6)
    parser.add_argument("--device", default="cuda:0", help="whose memory the neighbour holds")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("more", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="neighbours-") as temporary:
        arguments.work = arguments.work or pathlib.Path(temporary)
        arguments.work.mkdir(parents=True, exist_ok=True)
        jobs = [int(each) for each in arguments.jobs.split(",")]
        runs = {}
        for count in jobs:
            name = f"jobs-{count}"
            runs[name] = results(evaluated(arguments, name, count))
        if arguments.hog > 0:
            hog = subprocess.Popen(
                [arguments.python, str(HERE / "hog.py"), str(arguments.hog), arguments.device],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            try:
                print("neighbour:", hog.stdout.readline().strip())  # type: ignore[union-attr]
                runs["beside"] = results(evaluated(arguments, "beside", jobs[-1]))
            finally:
                hog.communicate("")
        (first, *others) = runs
        print(f"{first}: {len(runs[first])} evaluations, with which the others are compared")
        differences = sum(compared(runs[first], runs[name], name) for name in others)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
