# SPDX-License-Identifier: Apache-2.0
"""Tests what resources/help/store.md promises of JSON: presets and figures that a released version wrote are read, and
each field that it printed is still printed, with its type. fixtures/released has a folder for each version.

usage: released_test.py KLOUPE SOURCES [--write FILE]

`--write` makes the list of fields for a version that is about to be released.
"""
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

KLOUPE, SOURCES = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
RELEASED = SOURCES / "tests/e2e/fixtures/released"
# A store of version 0.4. Its texts are in no path, so it stays when the schema changes.
STORE = SOURCES / "tests/core/store/store-v10.sql"
PATIENCE = 300
COMMANDS = ("annotate 1", "audit", "check", "clusters", "doctor", "export", "metrics --by method", "overview", "query",
            "references", "runs", "show 3", "stats", "views")
# Former names, which go with the version after 0.4.
RETIRED = {"withheld"}


def make_store(file: pathlib.Path) -> None:
    """Makes a store by the statements that a program of its schema left."""
    header = (SOURCES / "core/store/file/storefile.h").read_text()
    identity = int(re.search(r"storeApplicationId = (0x[0-9a-f]+)", header)[1], 16)
    database = sqlite3.connect(file)
    database.execute(f"PRAGMA application_id = {identity}")
    database.execute(f"PRAGMA user_version = {re.search('v([0-9]+)', STORE.name)[1]}")
    database.executescript(STORE.read_text())
    database.close()


def kloupe(*words: object) -> str:
    command = [str(word) for word in (KLOUPE, *words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode not in (0, 4):  # 4: the machine lacks something, which doctor lists
        raise AssertionError(f"{' '.join(command)}: {done.returncode}: {done.stderr}")
    return done.stdout


def fields_of(value: object, path: str = "") -> set[str]:
    """Returns `path: type` of each field. The elements of an array share a path; null has no type."""
    if isinstance(value, dict):
        below = [fields_of(each, f"{path}.{name}" if path else name) for name, each in value.items()
                 if name not in RETIRED]
        return {f"{path}: object"}.union(*below)
    if isinstance(value, list):
        return {f"{path}: array"}.union(*(fields_of(each, path + "[]") for each in value))
    if value is None:
        return {f"{path}:"}
    return {f"{path}: {'truth' if isinstance(value, bool) else 'text' if isinstance(value, str) else 'number'}"}


def printed(store: pathlib.Path, command: str) -> set[str]:
    name, *options = command.split()
    if name == "doctor":
        return fields_of(json.loads(kloupe(name, "--json")))
    if name == "export":
        rows = kloupe(name, store, "--format", "jsonl").splitlines()
        return set().union(*(fields_of(json.loads(row)) for row in rows))
    return fields_of(json.loads(kloupe(name, *options, "--store", store, "--json")))


def columns_of_views(store: pathlib.Path) -> dict[str, set[str]]:
    found = json.loads(kloupe("sql", store, "SELECT name FROM sqlite_master WHERE type = 'view'", "--json"))
    return {name: set(json.loads(kloupe("sql", store, f"SELECT * FROM {name} LIMIT 0", "--json"))["columns"]) - RETIRED
            for name, in found["rows"]}


def all_fields(store: pathlib.Path) -> dict[str, set[str]]:
    return {command: printed(store, command) for command in COMMANDS} | columns_of_views(store)


def missing(promised: set[str], present: set[str]) -> list[str]:
    """Returns what of `promised` is not in `present`. A field that was null may have any type now."""
    paths = {field.rpartition(":")[0] for field in present}
    return sorted(field for field in promised - present if not field.endswith(":") or field[:-1] not in paths)


class ReleasedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kloupe-released-")
        self.addCleanup(folder.cleanup)
        self.store = pathlib.Path(folder.name) / "r.kloupe"
        make_store(self.store)
        self.versions = sorted(RELEASED.iterdir())
        self.assertNotEqual(self.versions, [])

    def test_missing_finds_fields_that_are_gone_or_of_another_type(self):
        present = {"a: number", "b[].c: text"}
        self.assertEqual(missing({"a: number", "a:", "b[].c:"}, present), [])
        self.assertEqual(missing({"a: text", "d:", "b[].d: text"}, present), ["a: text", "b[].d: text", "d:"])

    def test_each_field_is_still_printed(self):
        present = all_fields(self.store)
        for version in self.versions:
            for name, promised in json.loads((version / "fields.json").read_text()).items():
                with self.subTest(version=version.name, name=name):
                    self.assertEqual(missing(set(promised), present.get(name, set())), [])

    def test_presets_are_read(self):
        for version in self.versions:
            with self.subTest(version=version.name):
                written = json.loads((version / "preset.json").read_text())
                kloupe("presets", "save", self.store, version / "preset.json", "--name", version.name)
                read = json.loads(kloupe("presets", "show", version.name, "--store", self.store, "--json"))
                self.assertEqual({name: read.get(name) for name in written}, written | {"name": version.name})

    def test_figures_are_read(self):
        for version in self.versions:
            with self.subTest(version=version.name):
                drawn = self.store.with_name(version.name + ".csv")
                kloupe("figure", self.store, version / "figure.json", "-o", drawn)
                self.assertIn("correct", drawn.read_text())


if sys.argv[3:4] == ["--write"]:
    with tempfile.TemporaryDirectory() as folder:
        make_store(pathlib.Path(folder) / "r.kloupe")
        fields = all_fields(pathlib.Path(folder) / "r.kloupe")
    listed = {name: sorted(each) for name, each in fields.items()}
    pathlib.Path(sys.argv[4]).write_text(json.dumps(listed, indent=1) + "\n")
else:
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
