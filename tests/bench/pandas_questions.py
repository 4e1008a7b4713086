#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers the questions of benchstore.cpp with pandas on the same store, as a researcher would
without this tool. Reads the table from SQLite into a data frame for each metric table (like `kloupe
metrics`). Filters use the data frame in memory. Prints processor time in milliseconds: first, and
the median of the others."""

import resource
import sqlite3
import sys
import time

import numpy as np
import pandas as pd

SELECT = (
    "SELECT e.id, t.suite, t.name AS task, e.category, t.level, m.name AS method, r.name AS run, "
    "n.device_name AS device, e.sample, e.round, e.outcome, e.verdict, e.speedup, e.candidate_ms, "
    "e.baseline_ms, e.flagged, e.is_last_round, e.message FROM evaluation e JOIN task t ON t.id = "
    "e.task_id JOIN method m ON m.id = e.method_id JOIN run r ON r.id = e.run_id JOIN environment n "
    "ON n.id = r.environment_id"
)
BUILT = ("correct", "wrong", "crash", "timeout")
JUDGED = BUILT + ("no_build",)


def read(store):
    return pd.read_sql_query(SELECT, store)


def rates(frame, by):
    frame = frame[frame.flagged == 0]
    judged = frame.outcome.isin(JUDGED)
    correct = frame.outcome == "correct"
    timed = frame.speedup.where(correct & (frame.speedup > 0))
    table = pd.DataFrame(
        {
            by: frame[by],
            "judged": judged,
            "built": frame.outcome.isin(BUILT),
            "correct": correct,
            "faster": timed > 1,
            "log": np.log(timed),
            "speedup": timed,
            "task": frame.suite + "/" + frame.task,
        }
    )
    return table.groupby(by).agg(
        evaluations=("judged", "size"),
        judged=("judged", "sum"),
        built=("built", "sum"),
        correct=("correct", "sum"),
        faster=("faster", "sum"),
        geometric=("log", "mean"),
        mean=("speedup", "mean"),
        median=("speedup", "median"),
        tasks=("task", "nunique"),
    )


def timed(what, question, times=4):
    seconds = []
    for _ in range(times):
        begin = time.process_time()
        answer = question()
        seconds.append(time.process_time() - begin)
    rest = sorted(seconds[1:])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{what:<44} {seconds[0] * 1e3:>9.1f} {rest[len(rest) // 2] * 1e3:>9.1f}  "
        f"{len(answer):>8} rows  peak {peak:.0f} MB",
        flush=True,
    )
    return answer


def main():
    store = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    for by in ("category", "method", "round"):
        timed(f"metric table by {by}", lambda by=by: rates(read(store), by), times=3)
    frame = read(store)
    for by in ("category", "method", "round", "task"):
        timed(f"the same, already in memory, by {by}", lambda by=by: rates(frame, by))
    timed(
        "category:Fusion status:wrong",
        lambda: frame.id[(frame.category == "Fusion") & (frame.outcome == "wrong")],
    )
    timed("speedup>8", lambda: frame.id[frame.speedup > 8])
    timed("run:run-03", lambda: frame.id[frame.run == "run-03"])
    timed(
        "category:Math method:model-0* round=last …",
        lambda: frame.id[
            (frame.category == "Math")
            & frame.method.str.startswith("model-0")
            & (frame.is_last_round == 1)
            & (frame.speedup > 1.2)
        ],
    )
    timed(
        "line",
        lambda: frame.id[
            frame.message.str.contains("line", case=False, regex=False)
            | frame.task.str.contains("line", case=False, regex=False)
            | frame.method.str.contains("line", case=False, regex=False)
        ],
    )


if __name__ == "__main__":
    main()
