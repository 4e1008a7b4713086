#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares hardware counters of libkernelloupe-injection.so with those of ncu, on five kernels in
one call.

counters.py LIBRARY [--lines] [--out FOLDER]: needs nvcc and ncu in the search path. Leaves clocks and caches
as they are. Prints each counter of both with their difference; exits with 1 if one differs by more
than 5 %. A difference in bytes is relative to the kernel's whole traffic, or to 50 MB, the cache of
an H200, because dirty lines of the kernel before are written during this one. Below a fifth of the
peak, a difference of one percent of the peak counts as 5 %. Durations are printed but not judged,
because two runs on an unlocked clock differ anyway.

--lines compares the samples of instructions instead: the share of each source line in its kernel's
samples, against ncu's source view. Needs cuobjdump and nvdisasm, too. Exits with 1 if a line's
shares differ by more than 5 percent of the kernel's samples.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import pathlib
import re
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
        ["nvcc", "-O2", "-std=c++17", "-arch=native", "-lineinfo", str(_HERE / "counterkernels.cu"),
         "-o", str(program), "-ldl"],
        check=True,
    )  # fmt: skip
    return program


def answer_of(program: pathlib.Path, library: str, profiler: str) -> dict:
    run = subprocess.run([program, library, profiler], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"CUPTI's profiler did not come up: {run.stderr.strip()}")
    answer = json.loads(run.stdout)
    if "error" in answer:
        sys.exit(f"CUPTI's profiler failed: {answer['error']}")
    return answer


def ours(program: pathlib.Path, library: str) -> tuple[list[str], list[dict[str, float]]]:
    answer = answer_of(program, library, "Counters")
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


Samples = dict[str, dict[int, int]]  # by kernel and address


def our_samples(program: pathlib.Path, library: str, log: pathlib.Path) -> Samples:
    answer = answer_of(program, library, "Samples")
    log.write_text(json.dumps(answer))
    print(f"{answer['tool']}, {answer['total']} samples, {answer['dropped']} dropped")
    return {
        function["name"]: {at: sum(counts[1::2]) for at, *counts in function["instructions"]}
        for function in answer["functions"]
    }


def their_samples(program: pathlib.Path, log: pathlib.Path) -> Samples:
    subprocess.run(
        ["ncu", "--csv", "--page", "source", "--print-source", "sass", "--section",
         "SourceCounters", "--clock-control", "none", "--cache-control", "none",
         "--log-file", str(log), str(program)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: Samples = {}
    for row in csv.reader(line for line in log.read_text().splitlines() if line[:2] != "=="):
        if row[0] == "Kernel Name":
            kernel = found.setdefault(row[1].split("(")[0], {})
            first = None
        elif row[0] == "Address":
            column = row.index("Warp Stall Sampling (All Samples)")
        elif row[0]:
            address = int(row[0], 0)
            first = address if first is None else first
            kernel[address - first] = int(row[column] or 0)
    return found


def source_lines(program: pathlib.Path, folder: pathlib.Path) -> dict[str, dict[int, int]]:
    """Returns the line of each instruction in its own file, by function and address."""
    subprocess.run(["cuobjdump", "-xelf", "all", str(program)], check=True, cwd=folder,
                   capture_output=True)  # fmt: skip
    found: dict[str, dict[int, int]] = {}
    for cubin in folder.glob("*.cubin"):
        text = subprocess.run(["nvdisasm", "-c", "-gi", str(cubin)], check=True,
                              capture_output=True, text=True).stdout  # fmt: skip
        lines: dict[int, int] = {}
        line = 0
        for row in text.splitlines():
            if section := re.match(r"\s*\.section\s+\.text\.([^,]+)", row):
                lines = found.setdefault(section[1], {})
                line = 0
            elif position := re.search(r'File ".*counterkernels.cu", line (\d+)', row):
                line = int(position[1])
            elif address := re.match(r"\s*/\*([0-9a-f]+)\*/", row):
                lines[int(address[1], 16)] = line
    return found


def shares_by_line(samples: dict[int, int], lines: dict[int, int]) -> dict[int, float]:
    total = sum(samples.values())
    shares: dict[int, float] = collections.Counter()
    for address, count in samples.items():
        shares[lines.get(address, 0)] += count / total
    return shares


def compare_lines(program: pathlib.Path, library: str, folder: pathlib.Path) -> int:
    mine = our_samples(program, library, folder / "samples.json")
    reference = their_samples(program, folder / "samples-ncu.csv")
    lines = source_lines(program, folder)
    worst = 0.0
    print(f"{'kernel':<20} {'line':>6} {'ours':>8} {'ncu':>8}")
    for name, theirs_of in reference.items():
        symbol = next((each for each in mine if name in each), None)
        if symbol is None:
            sys.exit(f"no samples of {name}")
        own = shares_by_line(mine[symbol], lines[symbol])
        other = shares_by_line(theirs_of, lines[symbol])
        for line in sorted(set(own) | set(other)):
            worst = max(worst, abs(own[line] - other[line]))
            if max(own[line], other[line]) >= 0.005:
                print(f"{name:<20} {line:>6} {100 * own[line]:>7.2f}% {100 * other[line]:>7.2f}%")
    print(f"worst difference {100 * worst:.2f} % of a kernel's samples")
    return 0 if worst <= 0.05 else 1


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
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.out or pathlib.Path(temporary)
        program = build(pathlib.Path(temporary))
        if options.lines:
            return compare_lines(program, options.library, folder)
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
