#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares our verdicts with those of the suites' own harnesses, submission by submission.

    kloupe query OURS --json > ours.json
    compare_verdicts.py --truth kernelbench_truth.jsonl --ours ours.json [--out disagreements.jsonl]

Two verdicts agree if both agree on "compiled" (KernelBench-X: "call") and on "correct"
(KernelBench-X: "exe"). Submissions that we did not judge (skipped, infrastructure) are counted
separately.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import re
import sys
from typing import Any

CLASSES = ("not built", "wrong", "correct")
NOT_JUDGED = {"skipped", "unknown", "infra_error"}


def theirs_kernelbench(line: dict[str, Any]) -> str:
    if not line["compiled"]:
        return "not built"
    return "correct" if line["correctness"] else "wrong"


def theirs_kernelbenchx(line: dict[str, Any]) -> str:
    if not line["call_ok"]:
        return "not built"
    return "correct" if line["exe_ok"] else "wrong"


def ours_kernelbench(row: dict[str, Any]) -> str:
    """Their harness calls a submission compiled once its module and model could be created."""
    if row["status"] == "correct":
        return "correct"
    return "not built" if row["status"] == "no_build" else "wrong"


def ours_kernelbenchx(row: dict[str, Any]) -> str:
    """Their call stage fails for anything that keeps the test from finishing."""
    return {"correct": "correct", "wrong": "wrong"}.get(row["status"], "not built")


def key_of_row(suite: str, row: dict[str, Any]) -> tuple[str, str, int]:
    task = row["task"]
    if suite == "kernelbench":
        level, number = re.match(r"level(\d+)/(\d+)", task).groups()  # type: ignore[union-attr]
        task = f"{level}/{number}"
    return task, row["method"], row["sample"]


def key_of_truth(line: dict[str, Any]) -> tuple[str, str, int]:
    return re.sub(r"\.py$", "", line["task"]), line["method"], line["sample"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--truth", type=pathlib.Path, required=True)
    parser.add_argument("--ours", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()

    truth = [json.loads(line) for line in arguments.truth.read_text().splitlines() if line]
    suite = truth[0]["suite"]
    theirs = theirs_kernelbench if suite == "kernelbench" else theirs_kernelbenchx
    ours = ours_kernelbench if suite == "kernelbench" else ours_kernelbenchx
    rows = json.loads(arguments.ours.read_text())["rows"]
    by_key = {key_of_row(suite, row): row for row in rows}

    table: collections.Counter[tuple[str, str]] = collections.Counter()
    strict: collections.Counter[tuple[str, str]] = collections.Counter()
    disagreements = []
    missing = 0
    for line in truth:
        row = by_key.get(key_of_truth(line))
        if row is None:
            missing += 1
            continue
        expected = theirs(line)
        got = "not judged" if row["status"] in NOT_JUDGED else ours(row)
        table[expected, got] += 1
        strict[expected, row["strict_verdict"] or "not judged"] += 1
        if expected != got:
            disagreements.append(
                {
                    "task": line["task"],
                    "method": line["method"],
                    "theirs": expected,
                    "ours": row["verdict"],
                    "message": row["message"],
                    "their_error": line.get("error_tail", ""),
                    "their_metadata": line.get("metadata", {}),
                }
            )

    compared = sum(table.values())
    agreed = sum(count for (a, b), count in table.items() if a == b)
    print(f"{suite}: {compared} compared, {missing} without a verdict of ours")
    print(f"{'theirs / ours':<16}" + "".join(f"{name:>12}" for name in (*CLASSES, "not judged")))
    for expected in CLASSES:
        counts = "".join(f"{table[expected, got]:>12}" for got in (*CLASSES, "not judged"))
        print(f"{expected:<16}{counts}")
    print(f"agreement: {agreed} of {compared} ({100 * agreed / max(compared, 1):.1f} %)")
    print("strict verdicts of what they call correct:")
    for (expected, verdict), count in strict.most_common():
        if expected == "correct":
            print(f"  {verdict:<24}{count:>5}")
    for each in disagreements:
        print(f"- {each['task']} {each['method']}: theirs {each['theirs']}, ours {each['ours']}: "
              f"{each['message'][:160]}")  # fmt: skip
    if arguments.out:
        arguments.out.write_text("".join(json.dumps(each) + "\n" for each in disagreements))
    return 0


if __name__ == "__main__":
    sys.exit(main())
