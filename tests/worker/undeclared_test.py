# SPDX-License-Identifier: Apache-2.0
"""Tests resources/worker/compilers/undeclared.py, with g++ in place of nvcc."""

import os
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker", "compilers"))

import undeclared  # noqa: E402


class Undeclared(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = os.path.join(holder.name, "a \"candidate\".cpp")
        header = os.path.join(holder.name, "header.h")
        with open(header, "w", encoding="utf-8") as file:
            file.write(
                "#define PASTE(a, b) a##_##b\nint PASTE(made, up);\n#define LATER(x) in_macro(x)\n"
                "#ifdef __CUDA_ARCH__\nint of_device;\n#else\nint of_host;\n#endif\n// in_comment\n"
            )
        with open(self.path, "w", encoding="utf-8") as file:
            file.write('#include "header.h"\nint own = 1;\n#define OWN_MACRO 1\nint late() { return header; }\n')
        # Like nvcc, which passes on what follows -Xcompiler.
        self.compiler = os.path.join(holder.name, "nvcc")
        with open(self.compiler, "w", encoding="utf-8") as file:
            file.write(
                "#!/bin/bash\nall=()\nfor each in \"$@\"; do\n"
                "[ \"$each\" = -Xcompiler ] || IFS=, read -ra more <<<\"$each\" && all+=(\"${more[@]}\"); more=()\n"
                "done\nexec g++ -D__CUDA_ARCH__=900 \"${all[@]}\"\n"
            )
        os.chmod(self.compiler, 0o755)

    def unknown(self, *names):
        arguments = ["-c", self.path, "-o", self.path + ".o", "-MMD", "-MF", self.path + ".d"]
        return undeclared.no_header_knows(set(names), self.compiler, arguments, self.path)

    def test_names_that_headers_have_in_any_form(self):
        for name in ("made_up", "PASTE", "LATER", "in_macro", "of_device", "of_host", "__CUDA_ARCH__"):
            self.assertFalse(self.unknown(name), name)
        self.assertFalse(self.unknown("unheard", "of_host"))

    def test_names_that_the_source_alone_has(self):
        for name in ("own", "OWN_MACRO", "late", "header", "in_comment", "made", "unheard"):
            self.assertTrue(self.unknown(name), name)
        self.assertTrue(self.unknown("own", "unheard"))

    def test_a_failing_preprocessor_gives_no_result(self):
        self.unknown("own")
        self.assertFalse(os.path.exists(self.path + ".o"))
        self.assertFalse(os.path.exists(self.path + ".d"))
        self.assertFalse(
            undeclared.no_header_knows({"own"}, self.compiler, ["-c", "none.cpp"], "none.cpp")
        )
        self.assertTrue(undeclared.occur({"own"}, b'# 1 "other.cpp"\nint x;\n', self.path))

    def test_the_call_differs_only_in_its_outputs(self):
        call = undeclared.preprocessor_call(
            "nvcc", ["--generate-dependencies-with-compile", "--dependency-output", "a.d", "-DX", "-isystem",
                     "folder", "-c", "a.cu", "-o", "a.o", "-std=c++17"],
        )  # fmt: skip
        self.assertEqual(
            call, ["nvcc", "-DX", "-isystem", "folder", "a.cu", "-std=c++17", "-E", "-Xcompiler", "-dD"]
        )


if __name__ == "__main__":
    unittest.main()
