# SPDX-License-Identifier: Apache-2.0
"""Tests the messages and artifacts of an extension that failed to build, and an unparsable source."""

import os
import sys
import tempfile
import types
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

try:
    import torch
except ImportError:
    sys.exit(77)

from loupe_worker import failures, loading  # noqa: E402
from loupe_worker.artifacts import Artifacts  # noqa: E402

LACKS = "Error building extension 'a': c++ main.o -lfoo\n/usr/bin/ld: error: cannot find -lfoo\n"
REFUSES = "Error building extension 'a': main.cpp:3:7: error: 'x' was not declared\n"


class FailedBuild(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        os.makedirs(os.path.join(self.folder, "extensions", "a"))

    def built(self, message, verbose=False):
        """Returns the artifacts after a torch build that failed with this message, or succeeded."""

        def run_ninja(build_directory, verbose, error_prefix):
            if message:
                raise RuntimeError(error_prefix if verbose else message)

        extension = types.ModuleType("torch.utils.cpp_extension")
        extension._run_ninja_build = run_ninja
        extension._write_ninja_file_and_build_library = lambda **named: extension._run_ninja_build(
            named["build_directory"], verbose, "Error building extension 'a'"
        )
        modules = {"torch.utils.cpp_extension": extension}
        environment = {"TORCH_EXTENSIONS_DIR": os.path.join(self.folder, "extensions"),
                       "TRITON_CACHE_DIR": os.path.join(self.folder, "triton")}  # fmt: skip
        with (
            mock.patch.dict(sys.modules, modules),
            mock.patch.object(torch.utils, "cpp_extension", extension, create=True),
            mock.patch.dict(os.environ, environment),
        ):
            artifacts = Artifacts()
            artifacts.watch("from torch.utils.cpp_extension import load")
            try:
                extension._write_ninja_file_and_build_library(
                    name="a", sources=[],
                    build_directory=os.path.join(self.folder, "extensions", "a"),
                )  # fmt: skip
            except RuntimeError:
                pass
            return artifacts.failed_build, artifacts.pack()

    def test_missing_system_parts_are_reported_and_not_cached(self):
        told, kept = self.built(LACKS)
        self.assertEqual(told, LACKS)
        self.assertIsNone(kept)

    def test_a_verbose_build_reports_its_output(self):
        told, _ = self.built(LACKS, verbose=True)
        self.assertEqual(told, LACKS)

    def test_compile_errors_are_cached(self):
        told, kept = self.built(REFUSES)
        self.assertEqual(told, REFUSES)
        self.assertIsNotNone(kept)

    def test_a_successful_build_reports_nothing(self):
        self.assertEqual(self.built(""), ("", None))


class TooDeep(unittest.TestCase):
    def kind_of(self, source):
        with tempfile.TemporaryDirectory() as folder:
            try:
                loading.load_module(source, "deep.py", folder, {})
            except Exception as error:
                return failures.describe(error, loading=True)["kind"]
        return "loaded"

    def test_a_source_that_is_nested_too_deep_is_a_syntax_error(self):
        self.assertEqual(self.kind_of("x = " + "-" * 200_000 + "1\n"), failures.SYNTAX)
        self.assertEqual(self.kind_of("x = 1" + "+1" * 100_000 + "\n"), failures.SYNTAX)

    def test_out_of_memory_of_the_source_stays_so(self):
        self.assertEqual(self.kind_of("raise MemoryError\n"), failures.MEMORY)
        self.assertEqual(self.kind_of("x = 1\n"), "loaded")


if __name__ == "__main__":
    unittest.main()
