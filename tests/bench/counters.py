#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares hardware counters of libkernelloupe-injection.so with those of ncu, on five kernels in
one call.

counters.py LIBRARY [--out FOLDER]: needs nvcc and ncu in the search path. Leaves clocks and caches
as they are. Prints each counter of both with their difference; exits with 1 if one differs by more
than 5 %. A difference in bytes is relative to the kernel's whole traffic, or to 50 MB, the cache of
an H200, because dirty lines of the kernel before are written during this one. Below a fifth of the
peak, a difference of one percent of the peak counts as 5 %. Durations are printed but not judged,
because two runs on an unlocked clock differ anyway.
"""

from __future__ import annotations

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

_HERE = pathlib.Path(__file__).parent
_PREFIXES = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_TIMES = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "nsecond": 1, "usecond": 1e3, "msecond": 1e6}
_SHOWN_ONLY = "gpu__time_duration.sum"
_CACHE_BYTES = 50e6


def build(folder: pathlib.Path) -> pathlib.Path:
    program = folder / "counterkernels"
    subprocess.run(
        ["nvcc", "-O2", "-std=c++17", "-arch=native", str(_HERE / "counterkernels.cu"),
         "-o", str(program), "-ldl"],
        check=True,
    )  # fmt: skip
    return program


def ours(program: pathlib.Path, library: str) -> tuple[list[str], list[dict[str, float]]]:
    run = subprocess.run([program, library], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"the range profiler did not come up: {run.stderr.strip()}")
    answer = json.loads(run.stdout)
    if "error" in answer:
        sys.exit(f"the range profiler failed: {answer['error']}")
    print(f"{answer['tool']}, {answer['passes']} passes, {answer['dropped']} dropped")
    names = [launch["name"] for launch in answer["launches"]]
    values = [dict(zip(answer["metrics"], launch["values"])) for launch in answer["launches"]]
    return names, values


def base_value(text: str, unit: str) -> float:
    value = float(text.replace(",", ""))
    if unit.endswith("byte"):
        return value * _PREFIXES[unit[:-4]]
    return value * _TIMES.get(unit, 1)


def theirs(program: pathlib.Path, metrics: list[str], log: pathlib.Path) -> list[dict[str, float]]:
    subprocess.run(
        ["ncu", "--csv", "--page", "raw", "--clock-control", "none", "--cache-control", "none",
         "--metrics", ",".join(metrics), "--log-file", str(log), str(program)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    lines = [line for line in log.read_text().splitlines() if not line.startswith("==")]
    header, units, *rows = list(csv.reader(lines))
    at = {name: place for place, name in enumerate(header)}
    return [
        {name: base_value(row[at[name]], units[at[name]]) for name in metrics if name in at}
        for row in rows
    ]


def scale_of(metric: str, values: dict[str, float]) -> float:
    """Returns the value that a difference is relative to."""
    if metric.startswith("dram__bytes"):
        traffic = values["dram__bytes_read.sum"] + values["dram__bytes_write.sum"]
        return max(traffic, _CACHE_BYTES)
    if "pct" in metric:
        return max(abs(values[metric]), 20.0)
    return abs(values[metric])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.out or pathlib.Path(temporary)
        program = build(pathlib.Path(temporary))
        names, mine = ours(program, options.library)
        metrics = list(mine[0])
        reference = theirs(program, metrics, folder / "counters-ncu.csv")
    if len(reference) != len(mine):
        sys.exit(f"ncu saw {len(reference)} launches, we saw {len(mine)}")
    worst = 0.0
    print(f"{'kernel':<20} {'metric':<64} {'ours':>14} {'ncu':>14} {'difference':>10}")
    for name, own, other in zip(names, mine, reference):
        for metric in metrics:
            if metric not in other:
                sys.exit(f"ncu gave no {metric}")
            scale = scale_of(metric, other)
            difference = (own[metric] - other[metric]) / scale
            judged = "" if metric != _SHOWN_ONLY else " (shown only)"
            if metric != _SHOWN_ONLY:
                worst = max(worst, abs(difference))
            print(f"{name.split('(')[0]:<20} {metric:<64} {own[metric]:>14.6g} "
                  f"{other[metric]:>14.6g} {100 * difference:>9.2f}%{judged}")  # fmt: skip
    print(f"worst difference {100 * worst:.2f} %")
    return 0 if worst <= 0.05 else 1


if __name__ == "__main__":
    sys.exit(main())
