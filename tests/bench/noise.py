#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how often candidates that equal the reference are called faster or slower.

    noise.py --kloupe bin/kloupe --suite CHECKOUT --store noise.kloupe [--samples 15]

Uses fourteen tasks of KernelBench's first level with as many samples of each (a third for large
inputs): 200 by default, judged and timed like any candidate. "Faster" and "slower" follow
core/timing/speedverdict.h: the 95 % interval of the speedup excludes everything from 1 / (1 +
threshold) to 1 + threshold. Prints other thresholds, too, and the coefficient of variation between
the samples of a task, by clock. Exits with 1 if more than 5 % of the verdicts are false.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

# Matrix products of four shapes, normalisation, pooling, a loss, and convolutions of one to three
# dimensions, some transposed.
TASKS = (1, 8, 9, 12, 40, 42, 50, 54, 60, 72, 74, 81, 95)
# Inputs of 6.4 GB. Few fit on a device at a time, so it has a third of the samples.
LARGE_TASKS = (19,)
FLOORS = (0.0, 0.005, 0.01, 0.02)


def write_candidates(suite: pathlib.Path, folder: pathlib.Path, samples: int) -> None:
    for number in TASKS + LARGE_TASKS:
        (path,) = (suite / "KernelBench" / "level1").glob(f"{number}_*.py")
        source = re.sub(r"\bModel\b", "ModelNew", path.read_text(encoding="utf-8"))
        for sample in range(samples // 3 if number in LARGE_TASKS else samples):
            name = f"level_1_problem_{number}_sample_{sample}_kernel.py"
            (folder / name).write_text(source, encoding="utf-8")


def variation(values: list[float]) -> float:
    return 100 * statistics.stdev(values) / statistics.mean(values)


def report_clocks(kloupe: str, store: pathlib.Path, rows: list[dict]) -> None:
    """Prints the spread of medians of the same kernel between processes, by clock."""
    medians: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        shown = json.loads(subprocess.run([kloupe, "show", str(row["id"]), "--store", str(store),
                                           "--json"], capture_output=True, text=True,
                                          check=True).stdout)  # fmt: skip
        for series in shown["timings"]:
            if series["role"] == "candidate":
                by_task = medians.setdefault(series["clock"], {})
                by_task.setdefault(row["task"], []).append(series["median_ms"])
    for clock, by_task in sorted(medians.items()):
        each = sorted(variation(values) for values in by_task.values() if len(values) > 1)
        if each:
            print(f"{clock}: coefficient of variation of a median, by task: "
                  f"{statistics.median(each):.2f} % (median), {each[0]:.2f} to {each[-1]:.2f} %")  # fmt: skip


def report(rows: list[dict]) -> bool:
    """Prints the verdicts. Returns true if few enough are false."""
    timed = [row for row in rows if row["speedup"] is not None]
    verdicts = collections.Counter(row["verdict"] for row in rows)
    print(f"{len(rows)} candidates, {len(timed)} timed; verdicts {dict(verdicts)}")
    false = sum(row["speed"] != "unclear" for row in timed)
    print(f"by the rule: {false} of {len(timed)} called faster or slower, "
          f"{100 * false / max(1, len(timed)):.1f} %")  # fmt: skip
    for floor in FLOORS:
        faster = sum(row["speedup_low"] > 1 + floor for row in timed)
        slower = sum(row["speedup_high"] < 1 / (1 + floor) for row in timed)
        share = 100 * (faster + slower) / max(1, len(timed))
        print(f"floor {100 * floor:.1f} %: {faster} faster, {slower} slower: {share:.1f} % false")
    for task in sorted({row["task"] for row in timed}):
        own = [row for row in timed if row["task"] == task]
        if len(own) < 2:
            continue
        spread = [variation([row[key] for row in own]) for key in ("candidate_ms", "speedup")]
        half = statistics.median((row["speedup_high"] - row["speedup_low"]) / 2 for row in own)
        print(f"{task}: {statistics.median(row['candidate_ms'] for row in own):.4f} ms, variation "
              f"{spread[0]:.2f} % of the time, {spread[1]:.2f} % of the speedup; half interval "
              f"{100 * half:.2f} %")  # fmt: skip
    return bool(timed) and false <= 0.05 * len(timed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kloupe", required=True)
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--store", type=pathlib.Path, required=True)
    parser.add_argument("--samples", type=int, default=15)
    parser.add_argument("--options", default="--device cuda:0 --fast-inputs")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="loupe-noise") as name:
        folder = pathlib.Path(name) / "same"
        folder.mkdir()
        write_candidates(arguments.suite, folder, arguments.samples)
        subprocess.run([arguments.kloupe, "run", "--suite", str(arguments.suite), "--submissions",
                        str(folder), "--store", str(arguments.store), "--python", sys.executable,
                        "--protocol", "suite", *arguments.options.split()],
                       check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    answer = subprocess.run([arguments.kloupe, "query", "--store", str(arguments.store), "--json",
                             "--limit", "1000000"],
                            capture_output=True, text=True, check=True)  # fmt: skip
    rows = json.loads(answer.stdout)["rows"]
    is_quiet = report(rows)
    report_clocks(arguments.kloupe, arguments.store,
                  [row for row in rows if row["speedup"] is not None])  # fmt: skip
    sys.exit(0 if is_quiet else 1)


if __name__ == "__main__":
    main()
