# SPDX-License-Identifier: Apache-2.0
"""Tests which sources resources/worker/compilers/small can compile without torch."""

import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

COMPILERS = pathlib.Path(__file__).resolve().parents[2] / "resources" / "worker" / "compilers"
sys.path.insert(0, str(COMPILERS))
import small  # noqa: E402

HEAD = "#include <torch/extension.h>\n"


def compiles(source: str, takes_type: bool = False) -> bool:
    """Returns true if a source compiles with the replacement of torch's headers."""
    header = small.header_for(HEAD + source, takes_type)
    assert header is not None
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "candidate.cpp")
        path.write_text(header.replace("#pragma once\n", "") + source, encoding="utf-8")
        done = subprocess.run(["g++", "-std=c++17", "-fsyntax-only", str(path)],
                              capture_output=True, check=False)  # fmt: skip
    return done.returncode == 0


class SmallInterface(unittest.TestCase):
    def test_common_extension_code_compiles(self):
        self.assertTrue(
            compiles(
                """
torch::Tensor twice(torch::Tensor x, c10::optional<torch::Tensor> bias, int64_t n, double k) {
    TORCH_CHECK(x.is_contiguous(), "x must be contiguous");
    TORCH_CHECK(x.dtype() == torch::kFloat32);
    auto out = torch::empty({x.size(0), n}, x.options().dtype(torch::kFloat32));
    AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "twice", [&] { out.data_ptr<scalar_t>()[0] = k; });
    return out.view({-1});
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("twice", &twice, "text"); }
""".replace("TORCH_EXTENSION_NAME", "candidate")
            )
        )

    def test_invalid_code_does_not_compile(self):
        for source in (
            "int f(torch::Tensor x) { switch (x.dtype()) { default: return 0; } }",
            "torch::Tensor f() { return torch::no_such_function(); }",
            "torch::Tensor f() { return nothing; }",
            "int f(torch::Device d) { return d; }",
        ):
            self.assertFalse(compiles(source), source)

    def test_dispatch_by_type_names_exists_if_torch_has_it(self):
        source = 'void f(torch::Tensor x) { AT_DISPATCH_FLOATING_TYPES(x.type(), "f", [&] { scalar_t y; }); }'
        self.assertTrue(compiles(source, takes_type=True))
        self.assertFalse(compiles(source))
        with tempfile.TemporaryDirectory() as torch:
            self.assertFalse(small.takes_types(torch))
            os.mkdir(os.path.join(torch, "ATen"))
            dispatch = pathlib.Path(torch, "ATen", "Dispatch.h")
            dispatch.write_text("ScalarType scalar_type(ScalarType s);", encoding="utf-8")
            self.assertFalse(small.takes_types(torch))
            dispatch.write_text("scalar_type(const DeprecatedTypeProperties& t);", encoding="utf-8")
            self.assertTrue(small.takes_types(torch))

    def test_other_code_uses_the_torch_headers(self):
        for source in (
            "#include <cuda_runtime.h>\n",
            HEAD + "#include <ATen/native/Pool.h>\n",
            HEAD + "auto f() { return std::make_shared<int>(1); }",
        ):
            self.assertIsNone(small.header_for(source), source)

    def test_only_names_of_torch_are_included(self):
        header = small.header_for(HEAD + "auto x = std::max(1, 2); float y = FLT_MAX;")
        self.assertIn("#include <algorithm>", header)
        self.assertNotIn("cfloat", header)

    def test_slow_headers_are_included_only_if_named(self):
        binding = small.header_for(HEAD + "torch::Tensor f(torch::Tensor x);\nPYBIND11_MODULE(n, m) { }")
        self.assertNotIn("cmath", binding)
        self.assertNotIn("LISTS", binding)
        for source in ("float f(float x) { return sqrtf(x); }", "float x = INFINITY;", "void f() { exit(M_PI); }"):
            self.assertIn("#include <cmath>", small.header_for(HEAD + source))
            self.assertTrue(compiles(source), source)
        for source in (
            "std::vector<torch::Tensor> f(torch::Tensor x) { return {x}; }"
            "PYBIND11_MODULE(candidate, m) { m.def(\"f\", &f); }",
            "int64_t f(torch::Tensor x) { return x.sizes().vec().front(); }",
            "using namespace std;\nvoid f(int a, int b) { swap(a, b); vector<int64_t> v{1}; torch::zeros(v); }",
        ):
            self.assertTrue(compiles(source), source)

    def test_nothing_is_compiled_without_a_library(self):
        def never(_):
            raise AssertionError("compiled")

        self.assertFalse(small.compile_one("g++", ["-c", "a.cpp", "-o", "/tmp/none.o"], HEAD, "", never))

    def test_only_linking_waits_for_a_library_being_built(self):
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "libkloupe_small.so")
            with mock.patch.dict(os.environ, KLOUPE_SMALL=library):
                arguments = ["-c", "a.cpp", "-o", os.path.join(folder, "a.o")]
                self.assertTrue(small.compile_one("g++", arguments, HEAD, "", lambda call: True))
                self.assertFalse(small.is_there(patience=0.1))
                maker = threading.Timer(0.1, lambda: open(library, "wb").close())
                maker.start()
                self.assertTrue(small.is_there(patience=60))
                maker.join()

    def test_a_library_that_could_not_be_made_is_not_waited_for(self):
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "libkloupe_small.so")
            open(os.path.join(folder, "failed"), "wb").close()
            with mock.patch.dict(os.environ, KLOUPE_SMALL=library):
                arguments = ["-c", "a.cpp", "-o", os.path.join(folder, "a.o")]
                self.assertFalse(small.compile_one("g++", arguments, HEAD, "", lambda call: True))
                self.assertFalse(small.is_there(patience=600))


if __name__ == "__main__":
    unittest.main()
