# SPDX-License-Identifier: Apache-2.0
"""Tests resources/worker/compilers/small/declarations.py with made-up headers of torch and
pybind11."""

import os
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker", "compilers", "small"))

import declarations  # noqa: E402

TENSOR = """
namespace py = pybind11;
// struct THPVariable is made here
struct THPVariable {
  PyObject_HEAD
  struct { int x; } cdata;
};
TORCH_PYTHON_API extern PyObject* THPVariableClass;
TORCH_PYTHON_API extern PyObject* ParameterClass;
TORCH_PYTHON_API PyObject* THPVariable_Wrap(at::TensorBase&& var);
TORCH_PYTHON_API PyObject* THPVariable_Wrap(
    const at::TensorBase& var);
static inline bool THPVariable_CheckTypeExact(PyTypeObject* tp) {
  if (tp) { return true; }
  return false;
}
inline bool THPVariable_CheckExact(PyObject* obj) { return true; }
inline bool THPVariable_Check(PyObject* obj) { throw python_error(); }
inline const at::Tensor& THPVariable_Unpack(THPVariable* var) {
  return var->cdata;
}
"""
ERRORS = """
#define HANDLE { struct PyWarningHandler
TORCH_PYTHON_API void translate_exception_to_python(const std::exception_ptr&);
struct PyWarningHandler {
  struct InternalHandler { void process(); };
  void set_in_exception() { in_exception_ = true; }
  bool in_exception_{false};
};
int after;
"""


class Declarations(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def tensor_header(self, tensor=TENSOR, errors=ERRORS):
        self.write("torch/csrc/autograd/python_variable.h", tensor)
        self.write("torch/csrc/Exceptions.h", errors)
        return declarations.tensor_header(self.folder)

    def test_extracts_exactly_the_needed_declarations(self):
        header = self.tensor_header()
        self.assertIn("struct THPVariable {\n  PyObject_HEAD\n  struct { int x; } cdata;\n};\n", header)
        self.assertIn("THPVariable_Wrap(at::TensorBase&& var);\n", header)
        self.assertIn("    const at::TensorBase& var);\n", header, "all of one name")
        self.assertIn("static inline bool THPVariable_CheckTypeExact", header)
        self.assertIn("  return false;\n}\n", header)
        self.assertIn("bool in_exception_{false};\n};\n", header)
        for other in ("python_error", "pybind11", "after", "HANDLE"):
            self.assertNotIn(other, header)

    def test_reports_declarations_missing_in_torch(self):
        for lacking in ("struct THPVariable", "PyObject* THPVariable_Wrap", "THPVariable_Unpack"):
            with self.assertRaises(KeyError):
                self.tensor_header(TENSOR.replace(lacking, "other"))
        with self.assertRaises(KeyError):
            self.tensor_header(errors="")

    def test_messages_of_pybind_3_and_2(self):
        self.write("pybind11/cast.h", 'io_name<std::is_integral<T>::value>("A", "int",\n  "B", "float"));')
        self.write(
            "pybind11/stl.h",
            'struct set_caster { io_name("S", "set") };\nobject_is_convertible_to_std_vector\n'
            'struct list_caster { io_name("C", "list") + const_name("[") };\n'
            "value_conv::name | make_caster<none>::name",
        )
        words = declarations.words_header(self.folder)
        for line in (
            'integerWords[] = {"A", "int"};', 'numberWords[] = {"B", "float"};', 'listWords[] = {"C", "list"};',
            'optionalWords[] = {"", " | None"};', "takesIterables = true;",
        ):  # fmt: skip
            self.assertIn(line, words)
        self.write("pybind11/cast.h", 'const_name<std::is_integral<T>::value>("int", "float")')
        self.write("pybind11/stl.h", 'struct list_caster { const_name("List[") };')
        words = declarations.words_header(self.folder)
        for line in (
            'integerWords[] = {"int", "int"};', 'numberWords[] = {"float", "float"};',
            'listWords[] = {"List", "List"};', 'optionalWords[] = {"Optional[", "]"};', "takesIterables = false;",
        ):  # fmt: skip
            self.assertIn(line, words)

    def test_language_matches_torch_extensions(self):
        self.write("utils/cpp_extension.py", "cflags = common_cflags + ['-fPIC', '-std=c++17'] + extra\n")
        self.assertEqual(declarations.language(self.folder), "c++17")
        self.write("utils/cpp_extension.py", "nothing\n")
        self.assertEqual(declarations.language(self.folder), "c++20")

    def test_abi_matches_torch(self):
        self.assertEqual(declarations.abi(self.folder), [])
        config = "share/cmake/Torch/TorchConfig.cmake"
        self.write(config, 'set(TORCH_CXX_FLAGS "-D_GLIBCXX_USE_CXX11_ABI=0")\n')
        self.assertEqual(declarations.abi(self.folder), ["-D_GLIBCXX_USE_CXX11_ABI=0"])
        self.write(config, "set(TORCH_FOUND TRUE)\n")
        self.assertEqual(declarations.abi(self.folder), [])


if __name__ == "__main__":
    unittest.main()
