# SPDX-License-Identifier: Apache-2.0
"""Tests collecting what compilers generated, from folders with the layout of Triton's cache and of
torch's extensions. Small scripts stand for the programs of the CUDA Toolkit."""

import json
import os
import subprocess
import sys
import tempfile
import time
import types
import unittest
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker"))

from loupe_worker import generatedcode  # noqa: E402


class CompiledKernel:
    """Stands for Triton's class of this name."""

    def __init__(self, key: str, module: object) -> None:
        self.hash = key
        self.module = module
        self.n_regs = 24
        self.n_spills = 3


class GeneratedCodeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = folder.name
        environment = {
            "TRITON_CACHE_DIR": os.path.join(self.top, "triton"),
            "TORCH_EXTENSIONS_DIR": os.path.join(self.top, "extensions"),
            "CUDA_HOME": os.path.join(self.top, "cuda"),
            "PATH": os.path.join(self.top, "tools") + ":/usr/bin:/bin",
        }
        self.use(mock.patch.dict(os.environ, environment))
        self.use(mock.patch.dict(sys.modules))
        for name in ("triton", "triton.compiler.compiler"):
            sys.modules.pop(name, None)

    def use(self, patch):
        patch.start()
        self.addCleanup(patch.stop)

    def write(self, name: str, content: str, executable: bool = False):
        path = os.path.join(self.top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        if executable:
            os.chmod(path, 0o755)

    def write_kernel(self, key: str, name: str = "add_kernel", when: int = 1000):
        """Writes what Triton caches of one compiled kernel."""
        metadata = {"name": name, "hash": key, "shared": 2048, "num_warps": 4}
        self.write(f"triton/{key}/{name}.json", json.dumps(metadata))
        os.utime(os.path.join(self.top, f"triton/{key}/{name}.json"), (when, when))
        self.write(f"triton/{key}/__grp__{name}.json", '{"child_paths": {}}')
        for kind in ("ttir", "ttgir", "llir", "ptx", "cubin"):
            self.write(f"triton/{key}/{name}.{kind}", f"{kind} of {key}")

    def write_tools(self):
        self.write("cuda/bin/nvdisasm", '#!/bin/sh\necho "code of $3"\n', executable=True)
        self.write("tools/c++filt", "#!/bin/sh\nsed s/REG/register/\n", executable=True)
        self.write(
            "cuda/bin/cuobjdump",
            '#!/bin/sh\ncase "$1" in\n-xelf) echo a > a.cubin; echo b > b.cubin;;\n'
            "-xptx) echo '.version 9.0' > a.ptx;;\n-res-usage) echo 'REG:8';;\nesac\n",
            executable=True,
        )

    def test_nothing_was_compiled(self):
        self.assertEqual(generatedcode.collect(), {"texts": [], "libraries": []})

    def test_each_text_of_a_kernel_is_collected_in_the_order_of_compilation(self):
        self.write_tools()
        self.write_kernel("aa")
        texts = generatedcode.collect()["texts"]
        self.assertEqual([each["kind"] for each in texts], ["ttir", "ttgir", "llir", "ptx", "sass"])
        self.assertEqual({each["kernel"] for each in texts}, {"add_kernel"})
        self.assertEqual({each["shared_bytes"] for each in texts}, {2048})
        self.assertEqual(texts[3]["text"], "ptx of aa")
        self.assertTrue(texts[4]["text"].startswith("code of "), texts[4]["text"])
        self.assertIsNone(texts[0]["registers"], "Triton is not there to say it")
        self.assertEqual({each["note"] for each in texts}, {""})

    def test_variants_of_a_kernel_have_different_names(self):
        self.write_kernel("aa", when=2000)
        self.write_kernel("bb", when=1000)
        ptx = [each for each in generatedcode.collect()["texts"] if each["kind"] == "ptx"]
        self.assertEqual([each["kernel"] for each in ptx], ["add_kernel", "add_kernel #2"])
        self.assertEqual([each["text"] for each in ptx], ["ptx of bb", "ptx of aa"])

    def test_only_kernels_that_were_loaded_count_and_have_registers(self):
        self.write_kernel("aa")
        self.write_kernel("bb")
        compiler = types.ModuleType("triton.compiler.compiler")
        compiler.CompiledKernel = CompiledKernel
        sys.modules[compiler.__name__] = compiler
        kernels = [CompiledKernel("aa", None), CompiledKernel("bb", object())]
        texts = generatedcode.collect()["texts"]
        self.assertEqual(texts[0]["text"], "ttir of bb")
        self.assertEqual(len(texts), 5)
        self.assertEqual((texts[0]["registers"], texts[0]["local_bytes"]), (24, 12))
        self.assertEqual(len(kernels), 2)

    def test_a_missing_disassembler_is_named(self):
        self.write_kernel("aa")
        with mock.patch.dict(os.environ, {"PATH": os.path.join(self.top, "none")}):
            sass = generatedcode.collect()["texts"][-1]
        self.assertEqual((sass["kind"], sass["text"]), ("sass", ""))
        self.assertIn("not found with Triton, in CUDA_HOME or in PATH: nvdisasm", sass["note"])

    def test_a_disassembler_that_fails_leaves_its_exit_code(self):
        self.write("cuda/bin/nvdisasm", "#!/bin/sh\nexit 3\n", executable=True)
        self.write_kernel("aa")
        self.assertEqual(
            generatedcode.collect()["texts"][-1]["note"], "nvdisasm failed with exit code 3"
        )

    def test_broken_metadata_and_other_files_are_ignored(self):
        self.write_kernel("aa")
        self.write("triton/bb/kernel.json", "{")
        self.write("triton/cc/kernel.json", "[]")
        self.write("triton/dd/kernel.autotune.json", '{"configs_timings": []}')
        self.assertEqual(len(generatedcode.collect()["texts"]), 5)

    def test_texts_beyond_the_total_limit_are_dropped(self):
        self.write_kernel("aa")
        with mock.patch.object(generatedcode, "_MOST_TEXT", 25):
            texts = generatedcode.collect()["texts"]
        self.assertEqual([bool(each["text"]) for each in texts], [True, True, False, False, False])
        self.assertIn("left out", texts[2]["note"])

    def test_a_library_with_kernels_is_unpacked(self):
        self.write_tools()
        self.write("extensions/one/one.so", "ELF .nv_fatbin")
        self.write("extensions/two/two.so", "ELF")
        libraries = generatedcode.collect()["libraries"]
        self.assertEqual(
            libraries,
            [{"ptx": ".version 9.0\n", "sass": "code of a.cubin\ncode of b.cubin\n",
              "usage": "REG:8\n", "readable": "register:8\n", "note": ""}],
        )  # fmt: skip

    def test_what_a_script_has_started_ends_with_it(self):
        self.write_tools()
        program = os.path.join(self.top, "pid")
        self.write("cuda/bin/cuobjdump", f'#!/bin/sh\necho $$ > "{program}.new"\n'
                   f'mv "{program}.new" "{program}"\nexec sleep 1000\n', executable=True)  # fmt: skip
        self.write("extensions/one/one.so", "ELF .nv_fatbin")
        wait = subprocess.Popen.wait

        def wait_until_it_runs(process, timeout=None):
            if timeout is None:
                return wait(process)
            while not os.path.exists(program):
                time.sleep(0.01)
            raise subprocess.TimeoutExpired("sh", timeout)

        with mock.patch.object(subprocess.Popen, "wait", wait_until_it_runs):
            library = generatedcode.collect()["libraries"][0]
        self.assertIn("took longer", library["note"])
        with open(program, encoding="utf-8") as file:
            started = f"/proc/{file.read().strip()}/stat"
        while os.path.exists(started):  # a signal takes effect a little later
            with open(started, encoding="utf-8") as file:
                if file.read().rpartition(")")[2].split()[0] in "ZX":
                    break
            time.sleep(0.01)

    def test_names_the_missing_tools_of_a_library(self):
        self.write("extensions/one/one.so", "ELF .nv_fatbin")
        with mock.patch.dict(os.environ, {"PATH": os.path.join(self.top, "none")}):
            library = generatedcode.collect()["libraries"][0]
        self.assertIn("PATH: cuobjdump and nvdisasm (", library["note"])


if __name__ == "__main__":
    unittest.main()
