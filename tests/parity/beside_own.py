#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares our verdicts in a store with those of a suite's own scripts, and lists all differences.

    beside_own.py --store STORE --own OWN.json [--method NAME]

OWN.json comes from tritonbench_own.py and similar scripts: by task or file, `right` or `exe`. It is
compared with whether the suite's verdict is `correct`. Entries that one side has not judged are
counted separately.
"""

from __future__ import annotations

import argparse
import collections
import json
import pathlib
import sqlite3

NOT_JUDGED = {"skipped", "unknown", "infra_error"}


def own_verdict(said: dict) -> bool | None:
    if "right" in said:
        return said["right"]
    return said["exe"] if said["call"] else False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--store", type=pathlib.Path, required=True)
    parser.add_argument("--own", type=pathlib.Path, required=True)
    parser.add_argument("--method")
    arguments = parser.parse_args()
    own = json.loads(arguments.own.read_text())
    own = {key.removesuffix(".py"): said for key, said in own.items()}
    database = sqlite3.connect(f"file:{arguments.store}?mode=ro", uri=True)
    rows = database.execute(
        "SELECT t.name, m.name, e.outcome, e.verdict, e.strict_verdict, e.message FROM evaluation e "
        "JOIN task t ON t.id = e.task_id JOIN method m ON m.id = e.method_id ORDER BY t.name"
    ).fetchall()
    counts: collections.Counter[str] = collections.Counter()
    strict: collections.Counter[str] = collections.Counter()
    for task, method, outcome, verdict, strict_verdict, message in rows:
        if arguments.method and method != arguments.method:
            continue
        said = own.get(task) or own.get(task.split("/")[-1])
        if said is None:
            counts["not asked of theirs"] += 1
            continue
        theirs = own_verdict(said)
        if outcome in NOT_JUDGED or theirs is None:
            counts["not judged by " + ("us" if outcome in NOT_JUDGED else "theirs")] += 1
            if outcome in NOT_JUDGED:
                print(f"- {task}: {outcome}: {message[:200]}; theirs {theirs}")
            continue
        is_same = (verdict == "correct") == theirs
        counts["same, right" if is_same and theirs else "same, not right" if is_same else "DIFFERENT"] += 1
        if theirs and is_same:
            strict[strict_verdict] += 1
        if not is_same:
            print(f"- {task}: theirs {theirs}: {said['why'].strip()[-200:]!r}; ours {verdict}: "
                  f"{message[:200]!r}")  # fmt: skip
    print(f"{arguments.own.stem}: {dict(counts)}; strict verdicts of what both call right: {dict(strict)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
