# SPDX-License-Identifier: Apache-2.0
"""Compares Python's view of a module compiled with resources/worker/compilers/small and with
torch's own headers and pybind11."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import warnings

import torch

COMPILERS = pathlib.Path(__file__).resolve().parents[2] / "resources" / "worker" / "compilers"
sys.path[:0] = [str(COMPILERS), str(COMPILERS / "small")]
import prepare  # noqa: E402
import small  # noqa: E402
import thin  # noqa: E402

HEAD = "#include <torch/extension.h>\n"
STANDARD = "#include <new>\n#include <optional>\n#include <stdexcept>\n"
BINDS = "PYBIND11_MODULE(NAME, m) { } // optional, vector\n"  # decides which headers are used
SOURCE = """
torch::Tensor same(torch::Tensor x) { return x; }
torch::Tensor first(const torch::Tensor &x, c10::optional<torch::Tensor> other) {
    return other.has_value() ? other.value() : x;
}
std::vector<torch::Tensor> turned(std::vector<torch::Tensor> list) {
    if (list.empty()) return {};
    return {list.back(), list.front()};
}
int integer(int x) { return x; }
int64_t longer(int64_t x) { return x; }
float single(float x) { return x; }
double twofold(double x) { return x; }
bool truth(bool x) { return x; }
void nothing() { }
int of_integer(int64_t) { return 1; }
int of_number(double) { return 2; }
int of_tensor(torch::Tensor) { return 3; }
int of_two(torch::Tensor, bool) { return 4; }
torch::Tensor made(torch::Tensor like, int64_t kind) {
    if (kind == 0) return torch::empty({2, 3}, like.options());
    if (kind == 1) return torch::zeros({2, 3}, like.options().dtype(torch::kInt64));
    if (kind == 2) return torch::ones({4}, torch::TensorOptions().dtype(torch::kFloat64));
    if (kind == 3) return torch::zeros_like(like);
    if (kind == 4) return torch::ones_like(like);
    return torch::zeros({1});
}
torch::Tensor check(torch::Tensor x) {
    TORCH_CHECK(x.dim() == 2, "two dimensions");
    TORCH_CHECK(x.size(0) == 2);
    return x.view({-1});
}
torch::Tensor wrong(torch::Tensor x, int kind) {
    switch (kind) {
    case 0: throw std::bad_alloc();
    case 1: throw std::domain_error("domain");
    case 2: throw std::invalid_argument("argument");
    case 3: throw std::length_error("length");
    case 4: throw std::out_of_range("range");
    case 5: throw std::range_error("range of values");
    case 6: throw std::overflow_error("overflow");
    case 7: throw std::runtime_error("runtime");
    case 8: throw std::logic_error("logic");
    case 9: throw 3;
    case 10: x.size(7); break;
    case 11: x.data_ptr<double>(); break;
    case 12: x.view({7}); break;
    case 13: torch::empty({-1}, x.options()); break;
    case 14: AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "wrong", [&] { (void)sizeof(scalar_t); }); break;
    case 15: x.view({-1, -1}); break;
    default: throw std::exception();
    }
    return x;
}
PYBIND11_MODULE(NAME, m) {
    m.def("same", &same, "The same.");
    m.def("first", &first);
    m.def("turned", &turned);
    m.def("integer", &integer);
    m.def("longer", torch::wrap_pybind_function(longer), "longer");
    m.def("single", &single);
    m.def("twofold", &twofold);
    m.def("truth", &truth);
    m.def("nothing", &nothing);
    m.def("which", &of_integer, "one");
    m.def("which", &of_number);
    m.def("which", &of_tensor, "three");
    m.def("which", &of_two);
    m.def("made", torch::wrap_pybind_function(made), "made");
    m.def("check", torch::wrap_pybind_function(check), "check");
    m.def("plain_check", &check);
    m.def("wrong", torch::wrap_pybind_function(wrong), "wrong");
    m.def("plain_wrong", &wrong);
}
"""


class Index:
    def __index__(self):
        return 5


class Int:
    def __int__(self):
        return 6

    def __repr__(self):
        return "an integer"


class Float:
    def __float__(self):
        return 1.5

    def __repr__(self):
        raise RuntimeError("unspeakable")


class Failing:
    def __index__(self):
        raise ValueError("no index")

    def __bool__(self):
        raise ValueError("no truth")

    def __repr__(self):
        return "failing"


class Subclass(torch.Tensor):
    pass


def build(folder, name, header, library):
    """Builds a module of SOURCE, with a header in place of torch's."""
    path = pathlib.Path(folder, name + ".cpp")
    path.write_text(header.replace("#pragma once\n", "") + SOURCE, encoding="utf-8")
    made = os.path.join(folder, name + ".so")
    torch_folder = os.path.dirname(torch.__file__)
    include = os.path.join(torch_folder, "include")
    subprocess.run(
        ["g++", "-O0", "-std=c++20", "-fPIC", "-shared", "-DNAME=" + name, "-w", str(path), "-o", made,
         "-isystem", include, "-isystem", os.path.join(include, "torch", "csrc", "api", "include"),
         "-isystem", sysconfig.get_paths()["include"], *library, "-L" + os.path.join(torch_folder, "lib"),
         "-lc10", "-ltorch_cpu", "-ltorch", "-ltorch_python"],
        check=True,
    )  # fmt: skip
    spec = importlib.util.spec_from_file_location(name, made)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class SmallBindings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        library = os.path.join(holder.name, "libkloupe_small.so")
        assert prepare.main("g++", "", library) == 0
        cls.small = build(holder.name, "candidate_small", STANDARD + small.header_for(HEAD + BINDS),
                          [library, "-Wl,-rpath," + holder.name])  # fmt: skip
        include = os.path.join(os.path.dirname(torch.__file__), "include")
        header = STANDARD + thin.thin_header(HEAD + SOURCE, include)
        cls.real = build(holder.name, "candidate_real", header, [])

    def outcome(self, module, name, given, keywords):
        """Returns the type and value of a call, or its error without the module's name."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                out = getattr(module, name)(*given, **keywords)
            except Exception as error:  # noqa: BLE001: which one is the question
                return type(error), str(error).split("\nException raised from")[0]
        if isinstance(out, torch.Tensor):
            return type(out), out.dtype, out.shape, out.requires_grad, out.is_leaf, id(out) in map(id, given)
        if isinstance(out, list):
            return list, [id(each) for each in out]
        return type(out), repr(out)

    def agree(self, name, *given, **keywords):
        real = self.outcome(self.real, name, given, keywords)
        self.assertEqual(self.outcome(self.small, name, given, keywords), real, (name, given, keywords))
        return real

    def test_every_kind_of_argument_is_converted_or_refused_alike(self):
        x = torch.ones(2, 3)
        for name in ("same", "turned", "integer", "longer", "single", "twofold", "truth", "which"):
            for given in (
                0, 1, -1, 2**31 - 1, 2**31, -(2**31), 2**40, 2**63 - 1, 2**63, 10**400, 1.0, 1.5, 1e300,
                float("nan"), True, False, None, "1", b"1", [], [1], (1.0,), {}, Index(), Int(), Float(),
                Failing(), x, torch.tensor(3), torch.tensor(2.5), torch.tensor([1, 2]), [x, x], (x,),
                x.as_subclass(Subclass), torch.nn.Parameter(x), {"a": x}.values(), [x, 1], 2j,
                torch.float32, torch.Tensor,
            ):  # fmt: skip
                self.agree(name, given)

    def test_lists_come_from_all_that_pybind_takes_and_keep_their_order(self):
        x, y = torch.ones(1), torch.zeros(1)
        for module in (self.small, self.real):
            back, front = module.turned([x, y])
            self.assertIs(back, y)
            self.assertIs(front, x)
        for module in (self.small, self.real):
            out = self.outcome(module, "turned", ((each for each in (x, y)),), {})
            self.assertEqual(out, (list, [id(y), id(x)]))
        self.agree("turned", {x: 1}.keys())

    def test_optional_tensors(self):
        x, y = torch.ones(1), torch.zeros(1)
        self.assertIs(self.small.first(x, None), x)
        self.assertIs(self.small.first(x, y), y)
        self.agree("first", x, 1)
        self.agree("first", x)
        self.agree("first", None, x)

    def test_overloads_are_tried_in_order_first_without_conversion(self):
        x = torch.ones(2)
        self.assertEqual(self.agree("which", 1), (int, "1"))
        self.assertEqual(self.agree("which", 1.0), (int, "2"))
        self.assertEqual(self.agree("which", x), (int, "3"))
        self.assertEqual(self.agree("which", x, 1), (int, "4"))
        self.agree("which", "text")
        self.agree("which")

    def test_calls_that_fit_nothing_are_refused_in_the_same_words(self):
        x = torch.ones(2)
        self.agree("same")
        self.agree("same", x, x)
        self.agree("same", arg0=x)
        self.agree("same", 1, x=Int(), y=Float())
        self.agree("nothing", 1)
        self.assertEqual(self.agree("nothing"), (type(None), "None"))

    def test_errors_of_torch_and_of_the_standard_library(self):
        for name in ("wrong", "plain_wrong"):
            for kind in range(17):
                for x in (torch.ones(2, 3), torch.ones(2, dtype=torch.int32)):
                    self.agree(name, x, kind)
        for x in (torch.ones(2, 3), torch.ones(3, 3), torch.ones(4), None):
            self.agree("check", x)
            self.agree("plain_check", x)

    def test_created_tensors_are_equal_for_autograd(self):
        for like in (torch.ones(2), torch.ones(2, requires_grad=True)):
            for kind in range(6):
                self.agree("made", like, kind)
                out = self.small.made(like, kind)
                self.assertEqual(out._version, 0)
                self.assertIsNone(out.grad_fn)
                out.resize_(7)
        with torch.inference_mode():
            self.assertEqual(self.small.made(torch.ones(2), 1).is_inference(),
                             self.real.made(torch.ones(2), 1).is_inference())  # fmt: skip

    def test_warnings_of_torch_come_as_those_of_python(self):
        x = torch.ones(2, 3)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.agree("check", x)

    def test_functions_describe_themselves_alike(self):
        for name in ("same", "first", "turned", "integer", "truth", "nothing", "which", "made"):
            mine, real = getattr(self.small, name), getattr(self.real, name)
            self.assertEqual(mine.__doc__, real.__doc__)
            self.assertEqual(mine.__name__, real.__name__)
            self.assertEqual(type(mine), type(real))
            self.assertEqual(mine.__module__, "candidate_small")

    def test_nothing_is_leaked_with_a_call(self):
        x = torch.ones(2, 3)
        before = sys.getrefcount(x)
        for _ in range(50):
            self.small.same(x)
            self.small.first(x, x)
            self.small.turned([x, x])
            for name in ("integer", "check", "same"):
                self.outcome(self.small, name, (x, x), {})
        self.assertEqual(sys.getrefcount(x), before)


if __name__ == "__main__":
    unittest.main()
