#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the corpora of this folder through `kloupe run` and prints the result of each candidate.

    corpus_runs.py --kloupe PROGRAM --work DIR --result FILE [--python P] [--device D]
                   [--only cheats|honest] [--times N] [option of kloupe run …]

Candidates that request it are judged under the library policy "mixed", the other cheats under
"any", so that findings do not come from the mere use of a library. Honest ones are judged under
"mixed". The tasks are audited, too (`kloupe suites audit`). Prints a line of JSON for each
candidate: verdicts, findings, flags, and the audit of its task. With --times each candidate runs
that often in one run, to measure how often honest ones are suspected.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import re
import sqlite3
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def said(source: str, key: str) -> str:
    found = re.search(rf"^# {key}: (.*)$", source, re.MULTILINE)
    return found[1] if found else ""


def policy_of(file: pathlib.Path, source: str) -> str:
    is_mixed = file.parent.name == "honest" or said(source, "policy") == "mixed"
    return "mixed" if is_mixed else "any"


def candidates(corpora: list[str], leave_out: set[str]) -> list[pathlib.Path]:
    files = [file for corpus in corpora for file in sorted((HERE / corpus).glob("*.py"))]
    return [file for file in files if said(file.read_text(), "needs") not in leave_out]


def pack(policy: str, folder: pathlib.Path, files: list[pathlib.Path]) -> dict[int, str]:
    """Writes the candidates of a policy as submissions. Returns the sample numbers of their files."""
    folder.mkdir(parents=True)
    names: dict[int, str] = {}
    for file in files:
        source = file.read_text()
        if policy_of(file, source) != policy:
            continue
        sample = len(names)
        names[sample] = f"{file.parent.name}/{file.name}"
        name = f"level_1_problem_{said(source, 'task')}_sample_{sample}_kernel.py"
        (folder / name).write_text(source)
    return names


def results(store: pathlib.Path, names: dict[int, str]) -> list[dict]:
    database = sqlite3.connect(store)
    out = []
    rows = database.execute(
        "SELECT e.id, e.sample, e.verdict, e.strict_verdict, e.speedup, e.message, e.task_id "
        "FROM evaluation e WHERE e.method_id IS NOT NULL ORDER BY e.id"
    ).fetchall()
    for identity, sample, verdict, strict, speedup, message, task in rows:
        findings = database.execute(
            "SELECT rule, severity, message FROM finding WHERE evaluation_id = ? ORDER BY position",
            (identity,),
        ).fetchall()
        flags = database.execute(
            "SELECT flag FROM evaluation_flag WHERE evaluation_id = ?", (identity,)
        ).fetchall()
        sound = database.execute(
            "SELECT sound, soundness_reason FROM task WHERE id = ?", (task,)
        ).fetchone()
        out.append({"file": names[sample], "verdict": verdict, "strict_verdict": strict,
                    "speedup": speedup, "message": message,
                    "findings": [list(each) for each in findings],
                    "flags": [flag for (flag,) in flags],
                    "task_sound": sound[0], "task_reason": sound[1]})  # fmt: skip
    return out


def summary(lines: list[dict]) -> str:
    """Prints how many honest candidates are suspected, and by which rules."""
    honest = [line for line in lines if line["file"].startswith("honest/")]
    severities = [{severity for _, severity, _ in line["findings"]} for line in honest]
    rules = collections.Counter(
        rule for line in honest for rule, severity, _ in line["findings"] if severity != "note"
    )
    correct = sum(line["strict_verdict"] == "correct" for line in honest)
    return (
        f"honest: {len(honest)} evaluations, {correct} correct, "
        f"{sum('proof' in each for each in severities)} with a proof, "
        f"{sum('suspicion' in each for each in severities)} with a suspicion {dict(rules)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kloupe", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--result", type=pathlib.Path, required=True)
    parser.add_argument("--python", default="python3")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--leave-out", default="nobody,processor",
                        help="needs that are not met here, by default those that a GPU cannot meet")
    parser.add_argument("--only", choices=["cheats", "honest"])
    parser.add_argument("--times", type=int, default=1)
    given, more = parser.parse_known_args()
    suite = given.work / "suite"
    suite.parent.mkdir(parents=True, exist_ok=True)
    suite.symlink_to(HERE / "fixtures")
    corpora = [given.only] if given.only else ["cheats", "honest"]
    files = candidates(corpora, set(given.leave_out.split(","))) * given.times
    lines = []
    for policy in ("any", "mixed"):
        runs = given.work / policy
        names = pack(policy, runs, files)
        if not names:
            continue
        store = given.work / f"{policy}.kloupe"
        where = ["--python", given.python, "--device", given.device, "--store", str(store)]
        subprocess.run([given.kloupe, "run", "--suite", str(suite), "--submissions", str(runs),
                        "--library", policy, *where, *more], check=True)  # fmt: skip
        audit = [given.kloupe, "suites", "audit", str(suite), "--name", "audit", *where]
        if given.only != "honest":  # the cheat may exploit its task
            subprocess.run(audit, check=False)  # fails by design: it finds unsound tasks
        lines += results(store, names)
    given.result.write_text("".join(json.dumps(line) + "\n" for line in lines))
    print(summary(lines))


if __name__ == "__main__":
    main()
