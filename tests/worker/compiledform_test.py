# SPDX-License-Identifier: Apache-2.0
"""Tests passing torch.compile's output for a reference from one process to the next."""

import base64
import io
import os
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker.artifacts import Artifacts, CompiledForm  # noqa: E402


class CompiledFormTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = folder.name

    def process(self, name: str, uses_tuned: bool = False):
        """Returns the environment of a process with separate folders."""
        top = os.path.join(self.top, name)
        return mock.patch.dict(
            os.environ,
            {
                "TRITON_CACHE_AUTOTUNING": "1" if uses_tuned else "",
                "TORCHINDUCTOR_CACHE_DIR": os.path.join(top, "inductor"),
                "TRITON_CACHE_DIR": os.path.join(top, "triton"),
                "TORCH_EXTENSIONS_DIR": os.path.join(top, "extensions"),
            },
        )

    def write(self, name: str, content: str):
        path = os.path.join(self.top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)

    def read(self, name: str) -> str:
        with open(os.path.join(self.top, name), encoding="utf-8") as file:
            return file.read()

    def packed(self, uses_tuned: bool = False) -> str:
        with self.process("one", uses_tuned):
            form = CompiledForm("")
            self.assertIsNone(form.pack(), "nothing was compiled")
            self.write("one/inductor/fxgraph/ab/graph", "a graph")
            self.write("one/inductor/ab/kernel.lock", "")
            self.write("one/triton/cd/kernel.cubin", "a kernel")
            self.write("one/triton/cd/kernel.autotune.json", "what it was tuned to")
            self.write("one/extensions/ef/library.so", "of a candidate")
            return form.pack()

    def test_the_next_process_packs_only_new_files(self):
        packed = self.packed()
        with self.process("two"):
            form = CompiledForm(packed)
            self.assertEqual(self.read("two/inductor/fxgraph/ab/graph"), "a graph")
            self.assertEqual(self.read("two/triton/cd/kernel.cubin"), "a kernel")
            self.assertFalse(os.path.exists(os.path.join(self.top, "two/inductor/ab/kernel.lock")))
            self.assertFalse(os.path.exists(os.path.join(self.top, "two/extensions")))
            self.assertEqual(os.listdir(os.path.join(self.top, "two/triton/cd")), ["kernel.cubin"])
            self.assertIsNone(form.pack())
            self.write("two/inductor/fxgraph/gh/graph", "of other shapes")
            self.assertIsNotNone(form.pack())

    def test_tuning_is_reused_except_in_timed_processes(self):
        packed = self.packed(uses_tuned=True)
        with self.process("two", uses_tuned=True):
            form = CompiledForm(packed)
            self.assertEqual(self.read("two/triton/cd/kernel.autotune.json"), "what it was tuned to")
            self.assertIsNone(form.pack())
        with self.process("three"):
            CompiledForm(packed)
            self.assertEqual(os.listdir(os.path.join(self.top, "three/triton/cd")), ["kernel.cubin"])

    def test_unreadable_archives_are_recompiled(self):
        packed = self.packed()
        broken = base64.b64encode(base64.b64decode(packed)[:40]).decode()
        with self.process("three"):
            for text in (broken, "AAAA", "A"):
                CompiledForm(text)
            self.write("three/triton/cd/kernel.cubin", "another")
            self.assertIsNotNone(CompiledForm(broken).pack())

    def test_no_file_is_written_elsewhere(self):
        memory = io.BytesIO()
        with tarfile.open(fileobj=memory, mode="w:gz") as archive:
            for name in ("inductor/../../out", "out", "extensions/a/b.so"):
                archive.addfile(tarfile.TarInfo(name))
        with self.process("four"):
            CompiledForm(base64.b64encode(memory.getvalue()).decode())
        self.assertEqual(os.listdir(self.top), [])

    def test_candidates_get_no_compiled_reference(self):
        packed = self.packed()
        with self.process("five"), mock.patch("loupe_worker.artifacts._reuse_builds"):
            Artifacts().restore(packed)
            self.assertFalse(os.path.exists(os.path.join(self.top, "five/inductor")))


if __name__ == "__main__":
    unittest.main()
