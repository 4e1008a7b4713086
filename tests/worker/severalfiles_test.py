# SPDX-License-Identifier: Apache-2.0
"""Tests submissions of several files: where they lie, what they can import, and builds used again."""

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

from loupe_worker import loading  # noqa: E402
from loupe_worker.artifacts import Artifacts  # noqa: E402

ENTRY = """
import torch
from helpers.scale import FACTOR
with open("kernels/note.cu") as file:
    NOTE = file.read()
class ModelNew:
    factor = FACTOR
"""


class SeveralFiles(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        self.addCleanup(os.chdir, os.getcwd())
        paths, modules = list(sys.path), set(sys.modules)
        self.addCleanup(lambda: sys.path.__setitem__(slice(None), paths))
        self.addCleanup(lambda: [sys.modules.pop(n) for n in set(sys.modules) - modules])

    def load(self, files, entry):
        written = loading.write_files(files, os.path.join(self.folder, "submission"))
        return loading.load_entry(files[entry], written[entry], {})

    def test_the_entry_finds_its_helpers_and_files(self):
        files = {"model_new.py": ENTRY, "helpers/scale.py": "FACTOR = 3\n",
                 "kernels/note.cu": "__global__\r\n"}  # fmt: skip
        module = self.load(files, "model_new.py")
        self.assertEqual(module.ModelNew.factor, 3)
        self.assertEqual(module.NOTE, "__global__\n")
        self.assertTrue(module.__file__.endswith("submission/model_new.py"))
        with open(os.path.join(self.folder, "submission/kernels/note.cu"), "rb") as file:
            self.assertEqual(file.read(), b"__global__\r\n", "the bytes are those of the folder")

    def test_a_package_imports_relatively(self):
        files = {"__init__.py": "from .inner import ModelNew\n", "inner.py": "class ModelNew: pass\n"}
        self.assertEqual(self.load(files, "__init__.py").ModelNew.__module__, "submission.inner")

    def builds(self, change):
        """Returns how often torch builds when a restored library's submission was changed by
        `change` or not at all."""
        extension = types.ModuleType("torch.utils.cpp_extension")
        built = []

        def build(**named):
            built.append(named["name"])
            with open(os.path.join(named["build_directory"], "a.so"), "wb") as file:
                file.write(b"library")

        environment = {"TORCH_EXTENSIONS_DIR": os.path.join(self.folder, "extensions"),
                       "TRITON_CACHE_DIR": os.path.join(self.folder, "triton")}  # fmt: skip
        target = os.path.join(self.folder, "extensions", "a")
        os.makedirs(target, exist_ok=True)
        written = loading.write_files({"a.cpp": '#include "a.h"\n', "a.h": "int a();\n"},
                                      os.path.join(self.folder, "submission"))  # fmt: skip
        with (
            mock.patch.dict(sys.modules, {"torch.utils.cpp_extension": extension}),
            mock.patch.object(torch.utils, "cpp_extension", extension, create=True),
            mock.patch.dict(os.environ, environment),
        ):
            packed = ""
            for _ in range(2):
                extension._run_ninja_build = lambda *_: None
                extension._write_ninja_file_and_build_library = build
                artifacts = Artifacts()
                if packed:
                    artifacts.restore(packed, written.values())
                    change(written)
                else:
                    artifacts.watch("from torch.utils.cpp_extension import load", written.values())
                extension._write_ninja_file_and_build_library(
                    name="a", sources=[written["a.cpp"]], build_directory=target
                )
                packed = packed or artifacts.pack()
        return len(built)

    def test_a_build_from_own_files_is_used_again(self):
        self.assertEqual(self.builds(lambda written: None), 1)

    def test_a_changed_header_is_rebuilt(self):
        def change(written):
            with open(written["a.h"], "a", encoding="utf-8") as file:
                file.write("int b();\n")

        self.assertEqual(self.builds(change), 2)


if __name__ == "__main__":
    unittest.main()
