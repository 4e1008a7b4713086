#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares KernelBench-X's own stages with `kloupe run` on the same submissions.

    kernelbenchx_batch.py --kloupe bin/kloupe --suite CHECKOUT --submissions FILE.jsonl… \
        [--count 60] [--theirs 12] [--perf 3]

Ours: all randomly chosen submissions, first with an empty cache, then with the filled one. Then the
correct ones are repeated with timing, more precisely with --perf-options "--timing-interval 0.001
--max-timing-seconds 4". Theirs: the stages call and exe with one GPU worker, as started by
run_eval.sh, on some of the same, and perf on a few correct ones. The timed work differs: theirs
times its template's sizes for a second each, ours the calls of the suite's test until the speedup's
interval is narrow enough. Theirs keeps a median without an interval, so the printed one comes from
the raw times, which do_bench is made to save. Needs a GPU.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

from throughput import print_stages

SEED = 20261122  # for random choices

Lines = dict[str, list[dict]]  # by method


def choose(files: list[pathlib.Path], count: int) -> Lines:
    every = [(path.stem, json.loads(line)) for path in sorted(files)
             for line in path.read_text(encoding="utf-8").splitlines() if line]  # fmt: skip
    chosen: Lines = {}
    for method, line in sorted(random.Random(SEED).sample(every, min(count, len(every))), key=str):
        chosen.setdefault(method, []).append(line)
    return chosen


def write(lines: Lines, folder: pathlib.Path) -> list[pathlib.Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for method, own in lines.items():
        paths.append(folder / f"{method}.jsonl")
        paths[-1].write_text("".join(json.dumps(line) + "\n" for line in own), encoding="utf-8")
    return paths


def run_ours(arguments: argparse.Namespace, files: list[pathlib.Path], work: pathlib.Path,
             name: str, options: list[str]) -> list[dict]:  # fmt: skip
    store = work / f"{name}.kloupe"
    command = [str(arguments.kloupe), "run", "--suite", str(arguments.suite), "--store", str(store),
               "--python", sys.executable, "--device", "cuda:0", "--json", *options]  # fmt: skip
    for path in files:
        command += ["--submissions", str(path)]
    environment = dict(os.environ, KLOUPE_CACHE=str(work / "cache"))
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    seconds = time.monotonic() - began
    if done.returncode != 0:
        sys.exit(f"kloupe failed with {done.returncode}:\n{done.stderr[-2000:]}")
    report = json.loads(done.stdout)
    print(f"ours, {name}: {report['evaluated']} in {seconds:.1f} s, "
          f"{seconds / report['evaluated']:.3f} s each; {report['correct']} correct, "
          f"{report['failed']} failed, {report['infra_errors']} infra errors", flush=True)  # fmt: skip
    print_stages(store)
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        (arguments.keep / f"{name}.kloupe").write_bytes(store.read_bytes())
    rows: list[dict] = json.loads(subprocess.run(
        [str(arguments.kloupe), "query", "--store", str(store), "--json", "--limit", "1000000"],
        capture_output=True, text=True, check=True).stdout)["rows"]  # fmt: skip
    return rows


def stage(arguments: argparse.Namespace, command: list[str], **variables: str) -> float:
    """Runs one of the suite's programs and returns its seconds."""
    folder = arguments.suite.resolve()
    paths = os.pathsep.join([str(folder / "data"), str(folder / "metrics"), str(folder / "utils"),
                             *filter(None, [os.environ.get("PYTHONPATH")])])  # fmt: skip
    began = time.monotonic()
    done = subprocess.run([sys.executable, *command], cwd=folder / "metrics", capture_output=True,
                          text=True, check=False,
                          env=dict(os.environ, PYTHONPATH=paths, **variables))  # fmt: skip
    if done.returncode != 0:
        print(f"theirs: {command[0]} ended with {done.returncode}:\n{done.stderr[-800:]}", flush=True)
    return time.monotonic() - began


def outcomes(path: pathlib.Path) -> dict[str, bool]:
    files = [path] if path.exists() else sorted(path.parent.glob(path.stem + "_*.jsonl"))
    rows = [json.loads(line) for file in files
            for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]  # fmt: skip
    return {pathlib.Path(row["file"]).name: bool(row["ok"]) for row in rows}


# Output that its perf stage is made to write: for each do_bench the number of times, their median,
# and the half width of its 95 % interval (order statistics) relative to the median.
RECORDER = r"""
import os, sys
script = next((each for each in sys.orig_argv if each.endswith("_perf.py")), "")
if script and os.environ.get("LOUPE_TIMES"):
    import json
    import triton.testing as testing

    summarize = testing._summarize_statistics

    def recorded(times, *rest):
        ordered = sorted(float(each) for each in times)
        count, reach = len(ordered), 0.98 * len(ordered) ** 0.5
        low = ordered[max(0, int(count / 2 - reach))]
        high = ordered[min(count - 1, int(count / 2 + reach))]
        middle = ordered[count // 2]
        with open(os.environ["LOUPE_TIMES"], "a") as file:
            row = [os.path.basename(script), count, middle, (high - low) / 2 / middle]
            file.write(json.dumps(row) + "\n")
        return summarize(times, *rest)

    testing._summarize_statistics = recorded
"""


def call_and_exe(arguments: argparse.Namespace, lines: list[dict], work: pathlib.Path,
                 what: str) -> list[str]:  # fmt: skip
    """Runs the stages like run_eval.sh on one GPU. Returns the names of the correct ones."""
    suite = arguments.suite.resolve()
    work.mkdir(parents=True)
    source, calls, exes = work / "some.jsonl", work / "call.jsonl", work / "exe.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    call = stage(arguments, [str(suite / "EVAL/0_call_acc.py"), "--source", str(source), "--target",
                             str(work / "call_acc"), "--GPUs", "0", "--result_jsonl",
                             str(calls)])  # fmt: skip
    exe = stage(arguments, [str(suite / "EVAL/1_exe_acc.py"), "--folder", str(work / "call_acc"),
                            "--GPUs", "0", "--result_jsonl", str(exes)])  # fmt: skip
    count, called = len(lines), outcomes(calls)
    passed = sorted(name for name, is_right in outcomes(exes).items() if is_right)
    print(f"theirs, {what}: {count} submissions, call {call:.1f} s, exe {exe:.1f} s: "
          f"{(call + exe) / count:.2f} s each; {sum(called.values())} called, {len(passed)} right: "
          f"{' '.join(passed)}", flush=True)  # fmt: skip
    return passed


def run_perf(arguments: argparse.Namespace, timed: list[str], work: pathlib.Path) -> None:
    """Runs the suite's stage perf on the output of call_and_exe() for these."""
    suite = arguments.suite.resolve()
    for path in (work / "call_acc").glob("*.py"):
        if path.name not in timed:
            path.unlink()
    results, recorder = work / "perf", work / "recorder"
    recorder.mkdir()
    (recorder / "sitecustomize.py").write_text(RECORDER, encoding="utf-8")
    variables = {"KERNELBENCHX_SCRIPT_DIR": str(work / "scripts"), "CUDA_VISIBLE_DEVICES": "0",
                 "KERNELBENCHX_LOG_DIR": str(work / "logs"), "LOUPE_TIMES": str(work / "times"),
                 "KERNELBENCHX_RESULTS_PATH": str(results)}  # fmt: skip
    seconds = stage(arguments, [str(suite / "metrics/run_bench/write_file.py"),
                                "--input_folder_path", str(work / "call_acc"), "--results_path",
                                str(results)], **variables)  # fmt: skip
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = str(recorder)
    try:
        seconds += stage(arguments, [str(suite / "metrics/run_bench/multiprocess_gpu_run.py")],
                         **variables)  # fmt: skip
    finally:
        os.environ["PYTHONPATH"] = before
    rows = {path.stem: len(json.loads(path.read_text())) for path in sorted(results.glob("*.json"))}
    print(f"theirs: perf of {len(timed)} in {seconds:.1f} s, {seconds / len(timed):.1f} s each; "
          f"{len(rows)} gave results, by number of sizes {rows}", flush=True)  # fmt: skip
    if (work / "times").exists():
        times = [json.loads(line) for line in (work / "times").read_text().splitlines()]
        print_widths("theirs, of the median of a size", [each[3] for each in times])


def print_widths(whose: str, widths: list[float]) -> None:
    """Prints the half widths of 95 % intervals as relative values."""
    if widths:
        middle, largest = 100 * statistics.median(widths), 100 * max(widths)
        print(f"{whose}: half width of the 95 % interval median {middle:.2f} %, largest "
              f"{largest:.2f} % (n = {len(widths)})", flush=True)  # fmt: skip


def some_of(lines: Lines, count: int) -> list[dict]:
    """Returns one submission of each task, because the suite's stages name files by task."""
    every = [line for own in lines.values() for line in own]
    random.Random(SEED).shuffle(every)
    by_task = {pathlib.Path(line["file"]).name: line for line in every}
    return list(by_task.values())[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kloupe", type=pathlib.Path, required=True)
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--submissions", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--count", type=int, default=60, help="submissions that ours is run on")
    parser.add_argument("--theirs", type=int, default=12, help="of those, that theirs is run on")
    parser.add_argument("--perf", type=int, default=3, help="right ones that theirs also times")
    parser.add_argument("--perf-options", default="", help="more of kloupe run, where it times")
    parser.add_argument("--keep", type=pathlib.Path, help="folder that our stores are copied to")
    arguments = parser.parse_args()
    lines = choose(arguments.submissions, arguments.count)
    with tempfile.TemporaryDirectory(prefix="loupe-kernelbenchx") as folder:
        work = pathlib.Path(folder)
        files = write(lines, work / "all")
        run_ours(arguments, files, work, "empty", ["--protocol", "suite"])
        rows = run_ours(arguments, files, work, "filled", ["--protocol", "suite"])
        right = {(row["method"], row["task"]) for row in rows if row["status"] == "correct"}
        correct = {method: [line for line in own if (method, line["file"][:-3]) in right]
                   for method, own in lines.items()}  # fmt: skip
        timed = {method: own for method, own in correct.items() if own}
        if timed:
            rows = run_ours(arguments, write(timed, work / "right"), work, "timed",
                            ["--protocol", "both", *arguments.perf_options.split()])  # fmt: skip
            print_widths("ours, of the speedup", [
                (row["speedup_high"] - row["speedup_low"]) / 2 / row["speedup"]
                for row in rows if row["speedup"] and row.get("speedup_low")])  # fmt: skip
        if arguments.theirs:
            call_and_exe(arguments, some_of(lines, arguments.theirs), work / "theirs", "by chance")
        if timed and arguments.perf:
            passed = call_and_exe(arguments, some_of(timed, arguments.perf), work / "perf",
                                  "what is right")  # fmt: skip
            if passed:
                run_perf(arguments, passed, work / "perf")


if __name__ == "__main__":
    main()
