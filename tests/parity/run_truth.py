#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges the prepared submissions with the suites' own harnesses on this machine's GPU.

Writes OUT/events.jsonl continuously, one object per event, so that an interrupted run keeps its
results. collect_truth.py converts the events to one line per submission.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import platform
import shutil
import signal
import subprocess
import sys
import threading
import time

from kernelbenchx_exe_one import load_stage

HERE = pathlib.Path(__file__).resolve().parent
TAIL_CHARACTERS = 600
KERNELBENCH_TIMEOUT_S = 240
CALL_TIMEOUT_S = 90
EXE_TIMEOUT_S = 90
EXE_STAGE_TIMEOUT_S = 120


class Events:
    """Appends events; thread-safe."""

    def __init__(self, path: pathlib.Path) -> None:
        self._file = path.open("a", encoding="utf-8")
        self._lock = threading.Lock()
        self._started = time.monotonic()

    def add(self, kind: str, **fields) -> None:
        event = {"kind": kind, "at_s": round(time.monotonic() - self._started, 1), **fields}
        with self._lock:
            self._file.write(json.dumps(event, ensure_ascii=False) + "\n")
            self._file.flush()


class Deadline:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        return max(0.0, self._end - time.monotonic())


def run_group(command: list[str], timeout_s: float, log: pathlib.Path,
              environment: dict | None = None) -> tuple[int | None, float]:
    """Runs in a new process group. Returns the exit status (None: killed by the timeout) and the
    seconds; stdout and stderr go to `log`."""
    started = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, start_new_session=True,
                                   env=environment)
        try:
            status = process.wait(timeout=timeout_s)
        except subprocess.TimeoutExpired:
            status = None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return status, round(time.monotonic() - started, 3)


def tail(path: pathlib.Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")[-TAIL_CHARACTERS:]


def read_result(path: pathlib.Path) -> dict | None:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def environment() -> dict:
    import torch
    import triton
    driver = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                            capture_output=True, text=True, check=False).stdout.strip()
    nvcc = subprocess.run(["nvcc", "--version"], capture_output=True, text=True,
                          check=False).stdout.strip().splitlines()[-1:]
    return {"python": platform.python_version(), "torch": torch.__version__,
            "triton": triton.__version__, "cuda": torch.version.cuda,
            "cudnn": torch.backends.cudnn.version(), "gpu_and_driver": driver, "nvcc": nvcc,
            "matmul_tf32": torch.backends.cuda.matmul.allow_tf32,
            "cudnn_tf32": torch.backends.cudnn.allow_tf32}


# ---- KernelBench -----------------------------------------------------------------------------------

def judge_kernelbench(row: dict, run_index: int, arguments, deadline: Deadline,
                      events: Events) -> dict | None:
    """Judges one submission in a new process. A second run reuses the build of the first."""
    key = pathlib.Path(row["source_file"]).stem + "_" + row["method"]
    work = arguments.scratch / "kernelbench"
    work.mkdir(parents=True, exist_ok=True)
    result_path, log = work / f"{key}.{run_index}.json", work / f"{key}.{run_index}.log"
    limit = min(KERNELBENCH_TIMEOUT_S, deadline.left())
    if limit < 5:
        events.add("skipped", source_file=row["source_file"], reason="deadline")
        return None
    level, problem = row["task"].split("/")
    command = [sys.executable, str(HERE / "kernelbench_one.py"),
               "--checkout", str(arguments.kernelbench), "--level", level, "--problem", problem,
               "--source", str(arguments.selected / row["source_file"]),
               "--build", str(work / "build" / key), "--result", str(result_path)]
    environ = dict(os.environ, MAX_JOBS="2", OMP_NUM_THREADS="2", TORCH_CUDA_ARCH_LIST="9.0",
                   CUDA_VISIBLE_DEVICES="0")
    status, seconds = run_group(command, limit, log, environ)
    result = read_result(result_path)
    events.add("kernelbench", source_file=row["source_file"], run_index=run_index, status=status,
               seconds=seconds, cut_by_deadline=status is None and limit < KERNELBENCH_TIMEOUT_S,
               result=result, log_tail=tail(log))
    return result


# ---- KernelBench-X ---------------------------------------------------------------------------------

class RecordedSubprocess:
    """Replaces the `subprocess` of their call stage, which has no timeout and keeps only the head
    of stderr."""

    def __init__(self) -> None:
        self.last = threading.local()

    def run(self, command, **options):
        self.last.stderr = ""
        try:
            done = subprocess.run(command, timeout=CALL_TIMEOUT_S, stdin=subprocess.DEVNULL, **options)
        except subprocess.TimeoutExpired:
            self.last.stderr = f"no end within {CALL_TIMEOUT_S} s (the suite itself sets no limit)"
            raise
        self.last.stderr = done.stderr or ""
        self.last.status = done.returncode
        return done


def call_stage(models: list[str], arguments, deadline: Deadline, events: Events, limit: int) -> None:
    """Runs their stage 1 function by function, to keep each task's time and whole stderr."""
    stage = load_stage(arguments.kernelbenchx.resolve(), "0_call_acc")
    recorder = RecordedSubprocess()
    stage.subprocess = recorder

    def one(model: str, prediction, test: str, file: str) -> None:
        folder = arguments.scratch / "kernelbenchx" / model / "call_acc"
        if deadline.left() < 5:
            events.add("skipped", source_file=f"kernelbenchx/{model}.jsonl", file=file, reason="deadline")
            return
        recorder.last.stderr, recorder.last.status = "", None
        started = time.monotonic()
        try:
            ok, _, _, message, _ = stage.run_script_on_gpu(prediction, test, file, str(folder), 0)
        except Exception as error:  # as in their pool: the task fails with the error's text
            ok, message = False, str(error)
        if not ok:
            (folder / file).unlink(missing_ok=True)
        text = recorder.last.stderr or message
        events.add("call", method=model, file=file, ok=ok, status=recorder.last.status,
                   seconds=round(time.monotonic() - started, 3), tail=text[-TAIL_CHARACTERS:],
                   stderr_head=message)

    with contextlib.redirect_stdout(None), \
            concurrent.futures.ThreadPoolExecutor(arguments.workers) as pool:
        work = []
        for model in models:
            source = arguments.selected / "kernelbenchx" / f"{model}.jsonl"
            loaded = zip(*stage.get_codes_for_test(str(source)))
            work += [pool.submit(one, model, *item) for item in list(loaded)[:limit]]
        for item in work:
            item.result()


def exe_stage(model: str, arguments, deadline: Deadline, events: Events) -> None:
    """Runs their stage 2 as shipped, on a copy of the folder, because it deletes failures."""
    folder = arguments.scratch / "kernelbenchx" / model
    shipped = folder / "shipped" / model
    shutil.copytree(folder / "call_acc", shipped)
    results, log = folder / "exe.jsonl", folder / "exe.log"
    limit = min(EXE_STAGE_TIMEOUT_S, deadline.left())
    status, seconds = run_group(
        [sys.executable, str(arguments.kernelbenchx / "EVAL/1_exe_acc.py"), "--folder", str(shipped),
         "--GPUs", ",".join(["0"] * arguments.workers), "--result_jsonl", str(results)], limit, log)
    events.add("exe_stage", method=model, status=status, seconds=seconds, log_tail=tail(log))
    if results.exists():
        for line in results.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            events.add("exe_shipped", method=model, file=record["file"], ok=record["ok"],
                       tail=record["stderr"][-TAIL_CHARACTERS:])


def exe_isolated(model: str, file: pathlib.Path, arguments, deadline: Deadline, events: Events) -> None:
    limit = min(EXE_TIMEOUT_S, deadline.left())
    if limit < 5:
        events.add("skipped", source_file=f"kernelbenchx/{model}.jsonl", file=file.name,
                   reason="deadline, exe isolated")
        return
    result_path = file.parent.parent / f"{file.stem}.exe.json"
    log = result_path.with_suffix(".log")
    status, seconds = run_group(
        [sys.executable, str(HERE / "kernelbenchx_exe_one.py"), "--checkout",
         str(arguments.kernelbenchx), "--submission", str(file), "--result", str(result_path)],
        limit, log, dict(os.environ, CUDA_VISIBLE_DEVICES="0"))
    events.add("exe_isolated", method=model, file=file.name, status=status, seconds=seconds,
               result=read_result(result_path), log_tail=tail(log))


def judge_kernelbenchx(arguments, deadline: Deadline, events: Events, limit: int) -> None:
    models = sorted(path.stem for path in (arguments.selected / "kernelbenchx").glob("*.jsonl"))
    call_stage(models, arguments, deadline, events, limit)
    for model in models:
        exe_stage(model, arguments, deadline, events)
    with concurrent.futures.ThreadPoolExecutor(arguments.workers) as pool:
        work = [pool.submit(exe_isolated, model, file, arguments, deadline, events)
                for model in models
                for file in sorted((arguments.scratch / "kernelbenchx" / model / "call_acc").glob("*.py"))]
        for item in work:
            item.result()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernelbench", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--kernelbenchx", type=pathlib.Path, required=True, help="a checkout")
    parser.add_argument("--selected", type=pathlib.Path, required=True,
                        help="what prepare_submissions.py wrote")
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--deadline", type=float, default=500, help="seconds")
    parser.add_argument("--limit", type=int, default=10**6, help="submissions a suite and model")
    arguments = parser.parse_args()
    for name in ("kernelbench", "kernelbenchx", "selected", "scratch", "out"):
        setattr(arguments, name, getattr(arguments, name).resolve())
    deadline = Deadline(arguments.deadline)
    events = Events(arguments.out / "events.jsonl")
    events.add("environment", **environment())

    manifest = (arguments.selected / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, manifest) if row["suite"] == "kernelbench"]
    rows = rows[:arguments.limit]
    with concurrent.futures.ThreadPoolExecutor(arguments.workers) as pool:
        first = [pool.submit(judge_kernelbench, row, 0, arguments, deadline, events) for row in rows]
        # The other suite starts when the queue of builds is empty, not when the last build is done.
        # Otherwise cores would idle.
        for item in first[:-arguments.workers]:
            item.result()
        judge_kernelbenchx(arguments, deadline, events, arguments.limit)
        results = [item.result() for item in first]
        again = [pool.submit(judge_kernelbench, row, 1, arguments, deadline, events)
                 for row, result in zip(rows, results) if result and result["compiled"]]
        for item in again:
            item.result()
    events.add("end", seconds_left=round(deadline.left()))


if __name__ == "__main__":
    main()
