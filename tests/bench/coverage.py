#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how often the intervals of speedups contain the true, known speedup.

    coverage.py --kloupe bin/kloupe --suite tasks --store FILE [--samples 4] [--load 0] [--slow 1.25]
    coverage.py --kloupe bin/kloupe --python PYTHON [--device cuda:0] --store FILE …

With a suite of native tasks, each task's reference is its candidate, once unchanged (true speedup
1) and once with added work (1 / SLOW). After each call, the added work lasts a known share of the
call's time. All have the wrapper, so that the same code lies at the same address. With --python the
tasks are models that repeat an operation twenty times, and candidates repeat it twenty times, or
SLOW times as often. Runs use default options; `--load N` adds N busy loops that come and go. Prints
how many 95 % intervals contain the true value, how many verdicts differ from it by more than the
noise floor of core/timing/speedverdict.h, the error of speedups, and how many are marked busy.
"""

from __future__ import annotations

import argparse
import json
import math
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

FLOOR = 0.02

WRAPPER = """
#include <ctime>

// The same code on both sides, to the byte: only this number differs.
static volatile double takes_times = {times};

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{{
    timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    const int32_t status = loupe_kernel_as_it_is(call);
    clock_gettime(CLOCK_MONOTONIC, &now);
    const auto since = [&] {{ return (now.tv_sec - begin.tv_sec) * 1e9 + (now.tv_nsec - begin.tv_nsec); }};
    const double until = since() * takes_times;
    while (since() < until)
        clock_gettime(CLOCK_MONOTONIC, &now);
    return status;
}}
"""


def wrapped(reference: str, times: float) -> str:
    """Returns a source whose calls take this many times as long as the reference's; 1: as long."""
    renamed = re.sub(r'extern "C" int32_t loupe_kernel\b',
                     'extern "C" __attribute__((noinline)) int32_t loupe_kernel_as_it_is',
                     reference)  # fmt: skip
    if renamed == reference:
        sys.exit("a reference defines no loupe_kernel as expected")
    return renamed + WRAPPER.format(times=times)


def write_native(arguments: argparse.Namespace, folder: pathlib.Path) -> list[str]:
    """Writes a suite with wrapped references, and candidates that are equal or slower. Returns the
    arguments for `kloupe run`."""
    suite = folder / "suite"
    shutil.copytree(arguments.suite, suite, ignore=shutil.ignore_patterns("demo"))
    for path in sorted(suite.glob("*/*/reference.cpp")):
        source = path.read_text(encoding="utf-8")
        path.write_text(wrapped(source, 1), encoding="utf-8")
        if not path.parent.match(arguments.tasks):
            continue
        for method, times in {"same": 1, "slower": arguments.slow}.items():
            for sample in range(arguments.samples):
                candidate = (folder / method / path.parent.parent.name / path.parent.name
                             / f"sample_{sample}.cpp")  # fmt: skip
                candidate.parent.mkdir(parents=True, exist_ok=True)
                candidate.write_text(f"{wrapped(source, times)}// sample {sample}\n",
                                     encoding="utf-8")  # fmt: skip
    return ["--suite", str(suite), "--candidates", str(folder / "same"), str(folder / "slower")]


TIMES = 20
MODEL = """
import torch

class {name}(torch.nn.Module):
    def forward(self, x):
        for _ in range({times}):
            y = {operation}
        return y
"""
# An operation, and the size of a square input on a CPU and on a GPU. The latter exceeds the cache,
# so that the first call takes as long as the others.
OPERATIONS = {
    "Sine": ("torch.sin(x)", 512, 6144),
    "Softmax": ("torch.softmax(x, 1)", 512, 6144),
    "Cumulative_sum": ("torch.cumsum(x, 1)", 512, 6144),
    "Product": ("x @ x", 256, 4096),
    "Small_product": ("x @ x", 128, 1024),
    "Norm": ("torch.nn.functional.layer_norm(x, x.shape[1:])", 512, 6144),
    "Pooling": ("torch.nn.functional.max_pool2d(x[None, None], 3)", 512, 8192),
    "Sum": ("x.sum(0)", 1024, 8192),
}


def write_models(arguments: argparse.Namespace, folder: pathlib.Path) -> list[str]:
    """Does the same with Python models in KernelBench's layout."""
    on_gpu = arguments.device != "cpu"
    level = folder / "suite" / "KernelBench" / "level1"
    level.mkdir(parents=True)
    for number, (name, (operation, small, large)) in enumerate(OPERATIONS.items(), 1):
        size = large if on_gpu else small
        source = MODEL.format(name="Model", times=TIMES, operation=operation)
        source += f"\ndef get_inputs():\n    return [torch.rand({size}, {size})]\n"
        source += "\ndef get_init_inputs():\n    return []\n"
        (level / f"{number}_{name}.py").write_text(source, encoding="utf-8")
        for method, times in {"same": TIMES, "slower": round(TIMES * arguments.slow)}.items():
            (folder / method).mkdir(exist_ok=True)
            source = MODEL.format(name="ModelNew", times=times, operation=operation)
            for sample in range(arguments.samples):
                path = folder / method / f"level_1_problem_{number}_sample_{sample}_kernel.py"
                path.write_text(f"{source}# sample {sample}\n", encoding="utf-8")
    return ["--suite", str(folder / "suite"), "--submissions", str(folder / "same"),
            "--submissions", str(folder / "slower"), "--python", arguments.python,
            "--device", arguments.device]  # fmt: skip


class Load:
    """Busy loops that come and go, each on and off for 0.2 to 3 s."""

    def __init__(self, count: int):
        self._ends = threading.Event()
        self._threads = [threading.Thread(target=self._loop, args=(seed,)) for seed in range(count)]
        for thread in self._threads:
            thread.start()

    def _loop(self, seed: int) -> None:
        draw = random.Random(seed)
        while not self._ends.is_set():
            busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            self._ends.wait(draw.uniform(0.2, 3))
            busy.kill()
            busy.wait()
            self._ends.wait(draw.uniform(0.2, 3))

    def end(self) -> None:
        self._ends.set()
        for thread in self._threads:
            thread.join()


def rows_of(kloupe: str, store: pathlib.Path, words: str = "") -> list[dict]:
    answer = subprocess.run([kloupe, "query", "--store", str(store), "--json", "--limit", "1000000",
                             *([words] if words else [])],
                            capture_output=True, text=True, check=True)  # fmt: skip
    return json.loads(answer.stdout)["rows"]


def report(rows: list[dict], busy: set[int], truths: dict[str, float]) -> None:
    for method, truth in truths.items():
        own = [row for row in rows if row["method"] == method]
        timed = [row for row in own if row["speedup"] is not None]
        if not timed:
            print(f"{method}: none of {len(own)} timed")
            continue
        held = [row for row in timed if row["speedup_low"] <= truth <= row["speedup_high"]]
        beyond = [row for row in timed if row["speedup_low"] > truth * (1 + FLOOR)
                  or row["speedup_high"] < truth / (1 + FLOOR)]  # fmt: skip
        off = sorted(abs(math.log(row["speedup"] / truth)) for row in timed)
        half = statistics.median((row["speedup_high"] - row["speedup_low"]) / 2 / row["speedup"]
                                 for row in timed)  # fmt: skip
        marked = sum(row["id"] in busy for row in timed)
        print(f"{method} (truth {truth:.3f}): {len(timed)} of {len(own)} timed, {marked} marked busy; "
              f"{len(held)} intervals hold it ({100 * len(held) / len(timed):.1f} %), "
              f"{len(beyond)} are beyond it by the noise floor; off by "
              f"{100 * off[len(off) // 2]:.2f} % (median), {100 * off[len(off) * 95 // 100]:.1f} % (19 of 20), "
              f"{100 * off[-1]:.1f} % at most; half interval {100 * half:.2f} % (median)")  # fmt: skip
        for row in sorted(beyond, key=lambda row: row["task"]):
            print(f"  {row['task']} #{row['id']}: {row['speedup']:.3f} [{row['speedup_low']:.3f}, "
                  f"{row['speedup_high']:.3f}] of {row['candidate_ms']:.4f} ms"
                  f"{', busy' if row['id'] in busy else ''}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kloupe", required=True)
    parser.add_argument("--suite", type=pathlib.Path, help="native tasks")
    parser.add_argument("--python", help="an interpreter with torch: models instead")
    parser.add_argument("--device", default="cuda:0", help="of the models")
    parser.add_argument("--store", type=pathlib.Path, required=True)
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--slow", type=float, default=1.25)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--tasks", default="*/*", help="which, as <Category>/<task> with wildcards")
    parser.add_argument("--options", default="", help="further ones of kloupe run")
    arguments = parser.parse_args()
    if (arguments.suite is None) == (arguments.python is None):
        parser.error("either --suite or --python")
    with tempfile.TemporaryDirectory(prefix="loupe-coverage") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        inputs = (write_models if arguments.python else write_native)(arguments, folder)
        load = Load(arguments.load)
        began = time.monotonic()
        try:
            subprocess.run([arguments.kloupe, "run", *inputs, "--store", str(arguments.store),
                            *arguments.options.split()],
                           check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        finally:
            load.end()
        seconds = time.monotonic() - began
    rows = rows_of(arguments.kloupe, arguments.store)
    busy = {row["id"] for row in rows_of(arguments.kloupe, arguments.store, "flag:busy")}
    print(f"{len(rows)} candidates in {seconds:.0f} s, {seconds / max(1, len(rows)):.2f} s each")
    slow = round(TIMES * arguments.slow) / TIMES if arguments.python else arguments.slow
    report(rows, busy, {"same": 1.0, "slower": 1 / slow})


if __name__ == "__main__":
    main()
