#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the histogram of benchcharts.cpp with pandas and matplotlib: speedups by category as small
multiples, next to the failures, as a PNG. Prints elapsed milliseconds of repeated drawing.

histogram_matplotlib.py STORE OUT.png"""

import sqlite3
import sys
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402

FAILURES = ("wrong", "no_build", "crash", "timeout")


def binned(frame):
    shown = frame[frame.flagged == 0]
    timed = shown[(shown.outcome == "correct") & (shown.speedup > 0)]
    place = np.clip(np.floor((np.log2(timed.speedup) + 3) * 2), 0, 11).astype(int)
    counts = timed.groupby(["category", place]).size().unstack(fill_value=0)
    failed = shown[shown.outcome.isin(FAILURES)].groupby("category").size()
    return counts, failed, shown.groupby("category").size()


def drawn(counts, failed, n, path):
    columns = 4
    rows = -(-len(counts) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(12, 2.2 * rows), squeeze=False)
    for axis, (category, row) in zip(axes.flat, counts.iterrows()):
        axis.bar(row.index / 2 - 3 + 0.25, row, width=0.45)
        twin = axis.twinx()
        twin.bar([-3.8], [failed.get(category, 0) / n[category]], width=0.45, fill=False)
        twin.set_ylim(0, 1)
        axis.set_title(category)
        axis.axvline(0, linestyle=":")
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    plt.close(figure)


def milliseconds(work):
    begin = time.perf_counter()
    result = work()
    return 1e3 * (time.perf_counter() - begin), result


def main():
    store = sqlite3.connect(sys.argv[1])
    query = "SELECT category, outcome, speedup, flagged FROM evaluation"
    taken, frame = milliseconds(lambda: pd.read_sql_query(query, store))
    print(f"rows read                {taken:9.1f}   {len(frame)} rows")
    for name, work in (
        ("binned", lambda: binned(frame)),
        ("drawn and written", lambda: drawn(*binned(frame), sys.argv[2])),
    ):
        times = [milliseconds(work)[0] for _ in range(6)]
        print(f"{name:<24} {times[0]:9.1f} {np.median(times[1:]):9.1f}")


main()
