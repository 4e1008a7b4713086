#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs cheats that skip work in timed calls, and honest candidates, through `kloupe run` on any
device. They are models, functions and, on a GPU, native kernels. Prints whether each result agrees
with the comment at the candidate's top. Does on a GPU what timedcorpustest.cpp does on a CPU. The
stores stay in DIR.

    timed_runs.py --kloupe PROGRAM --work DIR [--python P] [--device D] [option of kloupe run …]
"""

from __future__ import annotations

import argparse
import json
import pathlib
import re
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
_NO_GAIN = 1.1


def said(source: str, key: str) -> str:
    found = re.search(rf"^(?:#|//) {key}: (.*)$", source, re.MULTILINE)
    return found[1] if found else ""


def is_as_said(wanted: str, verdict: str, speedup: float | None, flags: set[str]) -> bool:
    if wanted == "any":
        gains = verdict == "correct" and speedup is not None and speedup > _NO_GAIN
        return not gains or bool(flags & {"suspicion", "proof"})
    if wanted == "fails":
        return verdict != "correct"
    if wanted == "gains nothing":
        return verdict != "correct" or (speedup is not None and speedup <= _NO_GAIN)
    if wanted == "inputs" and verdict != "correct":
        return True  # a GPU's generator draws other numbers than those it is correct on
    marks = flags & {"test_inputs_only"}
    expected = {"inputs": {"test_inputs_only"}, "": set()}
    return verdict == "correct" and marks == expected[wanted]


class Runs:
    """Runs of one program on one device."""

    def __init__(self, given: argparse.Namespace, more: list[str]) -> None:
        self.work: pathlib.Path = given.work
        self._program = [given.kloupe, "run", "--device", given.device, "--jobs", "1", *more]
        self._python = ["--python", given.python, "--protocol", "strict", "--library", "any"]
        self._is_gpu = given.device != "cpu"
        self.candidates = self.wrong = 0

    def run(self, store: str, suite: str, submissions: pathlib.Path,
            names: dict[tuple[str, int], pathlib.Path]) -> None:  # fmt: skip
        """Runs the submissions. `names` maps each task's sample to its file."""
        self._run(store, [*self._python, "--suite", str(HERE / suite), "--submissions",
                          str(submissions)], names)  # fmt: skip

    def _run(self, store: str, options: list[str],
             names: dict[tuple[str, int], pathlib.Path]) -> None:  # fmt: skip
        path = self.work / store
        subprocess.run([*self._program, *options, "--store", str(path)], check=True)
        database = sqlite3.connect(path)
        for identity, task, sample, verdict, speedup, message in database.execute(
            "SELECT e.id, t.name, e.sample, e.strict_verdict, e.speedup, e.message FROM evaluation e "
            "JOIN task t ON t.id = e.task_id ORDER BY e.id"
        ).fetchall():
            flags = {flag for (flag,) in database.execute(
                "SELECT flag FROM evaluation_flag WHERE evaluation_id = ?", (identity,))}  # fmt: skip
            file = names[task, sample]
            holds = is_as_said(said(file.read_text(), "strict"), verdict, speedup, flags)
            self.candidates += 1
            self.wrong += not holds
            shown = "—" if speedup is None else f"{speedup:.3f}"
            print("ok " if holds else "BAD", f"{file.parent.name}/{file.stem}", verdict, shown,
                  ",".join(sorted(flags)), "" if holds else message)  # fmt: skip

    def run_functions(self) -> None:
        answers, names = self.work / "answers.jsonl", {}
        with answers.open("w") as out:
            for file in files_in("function-cheats", "function-honest"):
                source = file.read_text()
                task = said(source, "task")
                sample = sum(1 for key in names if key[0] == task.removesuffix(".py"))
                names[task.removesuffix(".py"), sample] = file
                line = {"file": task, "predict": f"```python\n{source}```"}
                out.write(json.dumps(line) + "\n")
        self.run("functions.kloupe", "function-fixtures", answers, names)

    def run_models(self) -> None:
        folder, names = self.work / "models", {}
        folder.mkdir()
        for sample, file in enumerate(files_in("cheats", "honest")):
            names["level1/1_Attenuated_Softmax", sample] = file
            if said(file.read_text(), "needs") == "processor" and self._is_gpu:
                continue
            name = f"level_1_problem_1_sample_{sample}_kernel.py"
            (folder / name).write_text(file.read_text())
        self.run("models.kloupe", "fixtures", folder, names)


    def run_kernels(self) -> None:
        """Runs the native CUDA kernels; there are none for a CPU."""
        folder, names = self.work / "kernels", {}
        for file in files_in("cuda-cheats", "cuda-honest"):
            source = file.read_text()
            task = said(source, "task")
            sample = sum(1 for key in names if key[0] == task)
            names[task, sample] = file
            (folder / task).mkdir(parents=True, exist_ok=True)
            (folder / task / f"sample_{sample}.cu").write_text(source)
        self._run("kernels.kloupe", ["--suite", str(HERE.parents[2] / "tasks"), "--candidates",
                                     str(folder)], names)  # fmt: skip


def files_in(*folders: str) -> list[pathlib.Path]:
    return [file for folder in folders for file in sorted((HERE / folder).iterdir())
            if file.suffix in (".py", ".cu")]  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kloupe", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--python", default="python3")
    parser.add_argument("--device", default="cuda:0")
    given, more = parser.parse_known_args()
    given.work.mkdir(parents=True)
    runs = Runs(given, more)
    if given.device != "cpu":
        runs.run_kernels()
    runs.run_functions()
    runs.run_models()
    print(f"{runs.candidates} candidates, {runs.wrong} not as said")
    return 1 if runs.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
