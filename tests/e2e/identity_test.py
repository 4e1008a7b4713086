# SPDX-License-Identifier: Apache-2.0
"""Judges every reference of identitytasks.py as its own candidate. Both verdicts must be correct,
or the result must name the task's limit. `--table` prints both verdicts of each task instead.

usage: identity_test.py KLOUPE SOURCES [--device cuda:0] [--table] [NAME…]
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from identitytasks import EMPTY, LIMITS, OPEN, OTHERS, RIGHT, ROUNDING, STRICT_ONLY, text

SKIPPED = 77
PATIENCE = 600


def candidate_of(task):
    return text(task).replace("class Model(", "class ModelNew(").replace("super(Model,", "super(ModelNew,")


def judged(tasks, kloupe, python, others=None, device="cpu"):
    """Returns the verdicts of one run by task name. `others` are candidates that differ from the
    reference."""
    with tempfile.TemporaryDirectory(prefix="kloupe-identity-") as name:
        root = pathlib.Path(name)
        level, runs = root / "suite/KernelBench/level1", root / "runs/same"
        level.mkdir(parents=True)
        runs.mkdir(parents=True)
        for number, task in enumerate(tasks, 1):
            (level / f"{number}_{task['name']}.py").write_text(text(task))
            (runs / f"level_1_problem_{number}_sample_0_kernel.py").write_text(candidate_of({**task, **(others or {}).get(task["name"], {})}))
        store = root / "r.kloupe"
        environment = {**os.environ, "KLOUPE_CACHE": str(root / "cache")}
        command = [kloupe, "run", "--suite", root / "suite", "--submissions", root / "runs", "--python", python,
                   "--device", device, "--no-timing", "--call-seconds", "60", "--store", store]
        run = subprocess.run(command, env=environment, text=True, capture_output=True, timeout=PATIENCE)
        if run.returncode != 0:
            raise AssertionError(run.stdout + run.stderr)
        query = subprocess.run([kloupe, "query", "--store", store, "--json"], env=environment, text=True,
                               capture_output=True, timeout=PATIENCE, check=True)
        marked = subprocess.run([kloupe, "query", "--store", store, "--json", "flag:nothing_compared"],
                                env=environment, text=True, capture_output=True, timeout=PATIENCE, check=True)
        empty = {row["id"] for row in json.loads(marked.stdout)["rows"]}
        rows = {pathlib.Path(row["task"]).stem.split("_", 1)[1]: row for row in json.loads(query.stdout)["rows"]}
        for row in rows.values():
            row["is_empty"] = row["id"] in empty
    return rows


class Identity(unittest.TestCase):
    kloupe = python = device = ""

    def check(self, tasks, holds, others=None):
        rows = judged(tasks, self.kloupe, self.python, others, self.device)
        self.assertEqual(len(rows), len(tasks))
        wrong = []
        for task in tasks:
            row = rows[task["name"]]
            if not holds(task, row):
                wrong.append(f"{task['name']}: {row['verdict']} {row['strict_verdict']}: {row['message']}")
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_every_reference_is_correct_as_its_own_candidate(self):
        self.check(RIGHT, lambda task, row: row["strict_verdict"] == "correct" and not row["is_empty"]
                   and (row["verdict"] == "correct" or task["name"] in STRICT_ONLY))

    def test_other_programs_are_judged_by_their_results(self):
        right = {task["name"]: is_right for task, _, is_right in OTHERS}
        self.check([task for task, _, _ in OTHERS],
                   lambda task, row: (row["strict_verdict"] == "correct") == right[task["name"]],
                   {task["name"]: {"forward": forward} for task, forward, _ in OTHERS})

    def test_unsupported_values_are_a_limit_of_the_task(self):
        words = {task["name"]: word for task, word in LIMITS}
        self.check([task for task, _ in LIMITS],
                   lambda task, row: row["verdict"] == "reference_failed" and "KernelLoupe cannot" in row["message"]
                   and words[task["name"]] in row["message"])

    def test_rounding_order_is_a_limit_of_the_strict_rules(self):
        self.check(ROUNDING, lambda _, row: row["verdict"] == "correct"
                   and row["strict_verdict"] == "reference_failed"
                   and "equal up to rounding" in row["message"])

    def test_an_open_result_is_the_limit_of_the_strict_rules(self):
        words = {task["name"]: word for task, word in OPEN}
        self.check([task for task, _ in OPEN], lambda task, row: row["strict_verdict"] == "reference_failed"
                   and words[task["name"]] in row["message"])

    def test_an_empty_result_is_marked(self):
        self.check(EMPTY, lambda _, row: row["is_empty"])


def print_table(kloupe, python, device, names):
    tasks = RIGHT + [task for task, _ in LIMITS] + EMPTY
    chosen = [task for task in tasks if not names or task["name"] in names]
    rows = judged(chosen, kloupe, python, device=device)
    for task in chosen:
        row = rows[task["name"]]
        print(f"{task['name']:26} {row['verdict']:18} {row['strict_verdict']:18} {row['message']}")


if __name__ == "__main__":
    kloupe, sources, *rest = sys.argv[1:]
    python = os.environ.get("LOUPE_TEST_PYTHON", str(pathlib.Path(sources) / "build/venv/bin/python"))
    if not pathlib.Path(python).exists():
        print("no Python with torch: set LOUPE_TEST_PYTHON, or run packaging/bootstrap.sh test")
        sys.exit(SKIPPED)
    device = "cpu"
    if rest[:1] == ["--device"]:
        device, rest = rest[1], rest[2:]
    if rest[:1] == ["--table"]:
        print_table(kloupe, python, device, rest[1:])
        sys.exit(0)
    Identity.kloupe, Identity.python, Identity.device = kloupe, python, device
    unittest.main(argv=[sys.argv[0], *rest])
