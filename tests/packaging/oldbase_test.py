#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the check that packaging/oldbase.sh applies to its archive, over small libraries."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class OldBaseTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kernelloupe-oldbase-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def library(self, name, source, *options):
        file = self.folder / f"lib{name}.so"
        headers = [f"-include{header}" for header in ("math.h", "stdlib.h", "string.h", "unistd.h")]
        subprocess.run(["gcc", "-shared", "-fPIC", "-D_GNU_SOURCE", *headers, "-x", "c", "-", "-o", file,
                        "-L", self.folder, *options], input=source, text=True, check=True)
        return file

    def check(self, *files):
        return subprocess.run([ROOT / "packaging/oldbase.sh", "--check", *files], capture_output=True, text=True,
                              check=False)

    def assert_refused(self, result, *texts):
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        for text in texts:
            self.assertIn(text, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), len(texts))

    def test_symbols_of_glibc_2_31_pass(self):
        # memcpy is of glibc 2.14 and exp of 2.29, which sort before 2.31 as numbers alone.
        file = self.library("old", "void f(double *x) { *x = exp(*x); memcpy(x, x + 1, (long)*x); }", "-lm")
        result = self.check(file)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("1 files need no glibc newer than 2.31", result.stdout)

    def test_a_newer_function_is_named(self):
        file = self.library("new", "unsigned f(void) { return arc4random(); }")
        self.assert_refused(self.check(file), "libnew.so needs GLIBC_2.36, and 2.31 is the newest allowed: arc4random")

    def test_a_private_function_of_glibc_is_refused(self):
        file = self.library("private", "extern int __libc_enable_secure; int f(void) { return __libc_enable_secure; }")
        self.assert_refused(self.check(file), "libprivate.so needs GLIBC_PRIVATE, which changes with each glibc")

    def test_a_library_must_be_bundled(self):
        old = self.library("old", "int f(void) { return getpid(); }")
        user = self.library("user", "int f(void); int g(void) { return f(); }", "-lold")
        self.assert_refused(self.check(user), "libuser.so needs libold.so, which comes neither with it nor with glibc")
        self.assertEqual(self.check(old, user).returncode, 0)

    def test_each_fault_of_each_file_is_reported(self):
        self.library("old", "int f(void) { return getpid(); }")
        new = self.library("new", "unsigned f(void) { return arc4random(); }")
        user = self.library("user", "int f(void); int g(void) { return f() + arc4random(); }", "-lold")
        self.assert_refused(self.check(user, new), "libuser.so needs GLIBC_2.36", "libuser.so needs libold.so",
                            "libnew.so needs GLIBC_2.36")

    def test_libstdcxx_symbols_are_not_glibc_symbols(self):
        file = self.library("runtime", "int f(void) { return 0; }", "-Wl,--no-as-needed", "-lstdc++")
        self.assert_refused(self.check(file), "libruntime.so needs libstdc++.so.6, which comes neither")

    def test_other_files_are_refused(self):
        text = self.folder / "text"
        text.write_text("text")
        self.assert_refused(self.check(text, self.folder / "missing"), "text is no program or library",
                            "missing is no program or library")

    def test_arguments_are_checked(self):
        result = self.check()
        self.assertEqual(result.returncode, 2)
        self.assertIn("--check needs files", result.stderr)

    def build(self, folder):
        return subprocess.run([ROOT / "packaging/oldbase.sh", folder], capture_output=True, text=True, check=False)

    def test_a_folder_of_the_user_is_left_alone(self):
        kept = self.folder / "sources/mine.txt"
        kept.parent.mkdir()
        kept.write_text("mine")
        result = self.build(self.folder)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("holds files that are not of this script", result.stderr)
        self.assertEqual([file.name for file in self.folder.rglob("*")], ["sources", "mine.txt"])

    def test_a_folder_with_a_space_is_refused(self):
        result = self.build(self.folder / "a b")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("has a space in its name", result.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
