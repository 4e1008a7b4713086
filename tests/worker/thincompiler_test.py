# SPDX-License-Identifier: Apache-2.0
"""Tests resources/worker/compilers/thin.py with g++ and a made-up torch of a few headers."""

import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMPILERS = os.path.join(ROOT, "resources", "worker", "compilers")
sys.path.insert(0, COMPILERS)

import thin  # noqa: E402

TENSOR = "#pragma once\nnamespace at { struct Tensor { int value = 0; }; enum ScalarType"
TENSOR += " { kByte, kChar, kShort, kInt, kLong, kHalf, kFloat, kDouble }; }\n"


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


class ThinCompiler(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        self.torch = os.path.join(self.folder, "include")
        write(self.torch, "ATen/core/Tensor.h", TENSOR)
        for name in ("ATen/Dispatch.h", "ATen/TensorOperators.h", "ATen/TensorUtils.h",
                     "c10/util/Exception.h"):  # fmt: skip
            write(self.torch, name, "#pragma once\n")
        write(self.torch, "ATen/ops/ones.h",
              "#pragma once\nnamespace at { inline Tensor ones() { return {1}; } }\n")  # fmt: skip
        # The real header has everything, and defines a mark when it was read.
        write(self.torch, "torch/extension.h",
              "#pragma once\n#define WHOLE_TORCH 1\n#include <ATen/core/Tensor.h>\n"
              "#include <ATen/ops/ones.h>\nnamespace torch { using namespace at;\n"
              "namespace nn { struct Module {}; } inline int hidden() { return 3; } }\n")  # fmt: skip

    def compile(self, source):
        path = write(self.folder, "main.cpp", "#include <torch/extension.h>\n" + source)
        environment = dict(os.environ, KLOUPE_COMPILER_PYTHON=sys.executable, KLOUPE_CXX="g++")
        return subprocess.run(
            [os.path.join(COMPILERS, "c++"), "-std=c++17", "-isystem", self.torch, "-c", path,
             "-o", os.path.join(self.folder, "main.o")],
            capture_output=True, text=True, env=environment, check=False,
        )  # fmt: skip

    def test_only_used_names_are_declared(self):
        done = self.compile(
            "#ifdef WHOLE_TORCH\n#error read it all\n#endif\n"
            "torch::Tensor one() { return torch::ones(); }\n"
            "torch::ScalarType kind() { return torch::kFloat32; }\n"
        )
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_other_names_of_torch_use_the_whole_header(self):
        done = self.compile(
            "#ifndef WHOLE_TORCH\n#error not all of it\n#endif\ntorch::nn::Module module;\n"
        )
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_missing_declarations_use_the_whole_header(self):
        done = self.compile("int three() { return torch::hidden(); }\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(os.path.getsize(os.path.join(self.folder, "main.o")), 0)

    def test_messages_of_a_wrong_source_are_those_of_the_whole_header(self):
        done = self.compile("int main() { return WHOLE_TORCH + undeclared; }\n")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("undeclared", done.stderr)
        self.assertNotIn("WHOLE_TORCH’ was not", done.stderr)
        self.assertEqual(done.stdout, "")

    def attempts(self, message):
        """Returns how often a compiler that fails with a message is called, and the final message."""
        path = write(self.folder, "cuda.cu", "#include <torch/extension.h>\nint b = blockIdx.w;\n")
        said = write(self.folder, "said", message.replace("PATH", path))
        calls = os.path.join(self.folder, "calls")
        nvcc = write(
            self.folder, "nvcc",
            f'#!/bin/sh\ncase "$*" in *" -E "*) exec g++ -E -dD -x c++ -isystem "{self.torch}" "{path}";; esac\n'
            f'echo call >>"{calls}"\ncat "{said}" >&2\nexit 2\n',
        )  # fmt: skip
        os.chmod(nvcc, 0o755)
        environment = dict(os.environ, KLOUPE_COMPILER_PYTHON=sys.executable, KLOUPE_NVCC=nvcc)
        done = subprocess.run(
            [os.path.join(COMPILERS, "nvcc"), "-isystem", self.torch, "-c", path, "-o", path + ".o"],
            capture_output=True, text=True, env=environment, check=False,
        )  # fmt: skip
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        with open(calls, encoding="utf-8") as file:
            count = len(file.readlines())
        os.unlink(calls)
        return count, done.stderr.replace(path, "PATH")

    def test_errors_that_no_header_can_fix_end_the_build_at_once(self):
        message = (
            'PATH(2): error: class "uint3" has no member "w"\n  int b = blockIdx.w;\n                   ^\n\n'
            '1 error detected in the compilation of "PATH".\n'
        )
        self.assertEqual(self.attempts(message), (1, message))

    def test_errors_of_the_assembler_end_the_build_at_once(self):
        message = "ptxas error   : Entry function '_Z1kPf' uses too much shared data\n"
        self.assertEqual(self.attempts(message), (1, message))

    def test_names_that_the_whole_header_may_have_are_left_to_it(self):
        for name, calls in (("hidden", 2), ("WHOLE_TORCH", 2), ("unheard", 1)):
            message = (
                f'PATH(2): error: identifier "{name}" is undefined\n  int b = w;\n          ^\n\n'
                '1 error detected in the compilation of "PATH".\n'
            )
            self.assertEqual(self.attempts(message), (calls, message), name)

    def test_calls_that_compile_nothing_of_torch_are_passed_on(self):
        environment = dict(os.environ, KLOUPE_COMPILER_PYTHON=sys.executable, KLOUPE_CXX="g++")
        done = subprocess.run([os.path.join(COMPILERS, "c++"), "-dumpfullversion"],
                              capture_output=True, text=True, env=environment,
                              check=False)  # fmt: skip
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^\d+\.\d+")

    def test_finds_functions_with_a_torch_header(self):
        header = thin.thin_header(
            "#include <torch/extension.h>\nauto x = torch::ones(); auto y = at::unheard(x);",
            self.torch,
        )
        self.assertIn("ATen/ops/ones.h", header)
        self.assertNotIn("unheard", header)
        self.assertNotIn("pybind", header)
        self.assertIsNone(thin.thin_header("#include <vector>\n", self.torch))

    def test_handles_only_calls_with_one_source(self):
        self.assertEqual(thin.source_of(["-c", "a.cu", "-o", "a.o"]), "a.cu")
        self.assertIsNone(thin.source_of(["a.o", "-shared", "-o", "a.so"]))
        self.assertIsNone(thin.source_of(["-c", "a.cpp", "b.cpp"]))


if __name__ == "__main__":
    unittest.main()
