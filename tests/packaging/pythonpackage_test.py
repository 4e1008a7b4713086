# SPDX-License-Identifier: Apache-2.0
"""Tests of the Python package of the wheel, with the built program: pythonpackage_test.py KLOUPE."""

import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
KLOUPE = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "packaging/wheel"))

import kernelloupe  # noqa: E402
from kernelloupe import programs  # noqa: E402

# Tasks 1 to 4 of a run: correct and timed, correct and timed, correct without a time, not built.
RECORDS = {str(task): [{"sample_id": 0, "compiled": task != 4, "correctness": task != 4, "runtime": runtime}]
           for task, runtime in ((1, 2.0), (2, 4.0), (3, -1.0), (4, -1.0))}
STRICT = ("correct", "wrong_value", "not_recorded", "build_failed")


def change(path, *statements):
    """Changes a store as no program does: imports have neither strict verdicts nor a choice of device."""
    database = sqlite3.connect(path)
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.enterClassContext(mock.patch.object(programs, "FOLDER", KLOUPE.parent))
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.path = cls.folder / "-r.kloupe"  # a name that looks like an option
        cls.add_records(cls.path, "some model")
        change(cls.path, *[f"UPDATE evaluation SET strict_verdict = '{verdict}' WHERE id = {number}"
                           for number, verdict in enumerate(STRICT, start=1)])

    @classmethod
    def add_records(cls, store, method):
        records = cls.folder / method / f"{method}_l1"
        records.mkdir(parents=True)
        (records / "eval_results.json").write_text(json.dumps(RECORDS))
        subprocess.run([KLOUPE, "import", "auto", records.parent, f"--store={store}"], check=True,
                       stdout=subprocess.DEVNULL)

    def test_results_are_those_of_the_command(self):
        frame = kernelloupe.open(self.path).results()
        rows = kernelloupe.kloupe("query", f"--store={self.path}")["rows"]
        self.assertEqual(set(frame.columns), set(rows[0]), "results() names its columns: add the new one")
        for row, expected in zip(frame.to_dict("records"), rows):
            for name, value in expected.items():
                if value is None:
                    self.assertTrue(row[name] is None or row[name] != row[name], (name, row[name]))
                else:
                    self.assertEqual(row[name], value, name)

    def test_a_scope_may_begin_with_a_minus_and_may_match_nothing(self):
        store = kernelloupe.open(self.path)
        self.assertEqual(store.results("-status:correct")["status"].tolist(), ["no_build"])
        nothing = store.results("method:nobody")
        self.assertEqual((len(nothing), list(nothing.columns)), (0, list(store.results().columns)))
        self.assertEqual(nothing["speedup"].dtype, "float64")

    def test_strict_results_match_strict_metrics(self):
        store = kernelloupe.open(self.path)
        frame = store.results(verdict="strict")
        self.assertEqual(frame["verdict"].tolist(), ["correct", "wrong_value", "build_failed"])
        self.assertEqual(frame["candidate_ms"].isna().tolist(), [False, True, True])
        self.assertEqual(frame["run_verdict"].tolist(), ["correct", "correct", "build_failed"])
        whole = store.metrics(by="all", verdict="strict").iloc[-1]
        self.assertEqual((whole["evaluations"], whole["correct"]), (3, 1))
        self.assertEqual(store.metrics(by="all").iloc[-1]["correct"], 3)

    def test_metrics_are_those_of_the_command_with_their_definitions(self):
        frame = kernelloupe.open(self.path).metrics("-status:no_build", by="method")
        document = kernelloupe.kloupe("metrics", f"--store={self.path}", "--by=method", "--", "-status:no_build")
        self.assertEqual(frame["group"].tolist(), [group["group"] for group in document["groups"]])
        for name in ("evaluations", "correct", "built", "timed"):
            self.assertEqual(frame[name].tolist(), [group[name] for group in document["groups"]], name)
        self.assertEqual(frame.attrs["definitions"], document["definitions"])
        self.assertEqual(frame.attrs["captions"], [document["population"]["caption"]])
        self.assertEqual(frame["suite"].tolist(), ["kernelbench"] * len(frame))

    def test_each_value_of_a_condition_has_its_own_groups(self):
        path = self.folder / "two devices.kloupe"
        for method in ("one", "two"):
            self.add_records(path, method)
        change(path, "DELETE FROM environment", "INSERT INTO environment VALUES (1, 'A100', 'gpu', '{}')",
               "INSERT INTO environment VALUES (2, 'H100', 'gpu', '{}')", "UPDATE run SET environment_id = id",
               "UPDATE evaluation SET speedup = 2.0 WHERE verdict = 'correct'")  # devices matter for speedups alone
        store = kernelloupe.open(path)
        both = store.metrics(by="all")
        self.assertEqual(sorted(both["device"]), ["A100", "H100"])
        self.assertEqual(len(both.attrs["captions"]), 2)
        self.assertEqual(store.metrics(by="all", device="h100")["device"].tolist(), ["H100"])
        pooled = store.metrics(by="all", pool=["device"])
        self.assertEqual([sorted(value.split(", ")) for value in pooled["device"]], [["A100", "H100"]])
        apart = store.metrics(by="device")
        self.assertEqual(sorted(apart["group"]), ["A100", "H100"])
        self.assertNotIn("device", apart.columns)

    def test_refusals_are_errors_with_the_message_of_the_command(self):
        (self.folder / "text.kloupe").write_text("no store")
        none, text = self.folder / "none.kloupe", self.folder / "text.kloupe"
        for path, code, where in ((none, "not_found", str(none)), (self.folder, "usage", "runs"),
                                  (text, "invalid_input", str(text))):
            with self.assertRaises(kernelloupe.KloupeError) as caught:
                kernelloupe.open(path)
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where))
            self.assertIn(caught.exception.hint, str(caught.exception))
        self.assertFalse((self.folder / "none.kloupe").exists())
        store = kernelloupe.open(self.path)
        for refused, message in ((lambda: store.results("speedup>fast"), "is not a number"),
                                 (lambda: store.metrics(by="colour"), "colour"),
                                 (lambda: store.metrics(devise="a"), "--devise")):
            with self.assertRaisesRegex(kernelloupe.KloupeError, message):
                refused()
        with self.assertRaisesRegex(ValueError, "strict"):
            store.results(verdict="strikt")

    def test_a_store_is_found_after_a_change_of_folder(self):
        here = os.getcwd()
        try:
            os.chdir(self.folder)
            store = kernelloupe.open("-r.kloupe")
            os.chdir("/")
            self.assertEqual(len(store.results()), 4)
        finally:
            os.chdir(here)

    def test_only_frames_need_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            store = kernelloupe.open(self.path)
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                store.results()
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                store.metrics()


if __name__ == "__main__":
    try:
        import pandas  # noqa: F401
    except ImportError:
        print(f"skipped: {sys.executable} has no pandas")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
