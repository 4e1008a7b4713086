# SPDX-License-Identifier: Apache-2.0
"""Tests resources/worker/compilers/incurable.py with nvcc 13.0 messages for KernelBench
submissions."""

import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "resources", "worker", "compilers"))

import incurable  # noqa: E402

# gemma4_retime_l1, level 1: problems 86 (notes shortened), 60, 77 and 49.
OF_86 = """/b/cuda.cu(22): error: class "uint3" has no member "w"
      int b = blockIdx.w;
                       ^

/b/cuda.cu(79): error: no instance of constructor "dim3::dim3" matches the argument list
            argument types are: (unsigned int, unsigned int, const int, const int)
      dim3 grid((out_w + block.x - 1) / block.x,
                ^
/usr/local/cuda/include/vector_types.h(585): note #3322-D: number of parameters of function "dim3::dim3(uint3)" does not match the call
      __attribute__((host)) __attribute__((device)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
                                                              ^

2 errors detected in the compilation of "/b/cuda.cu".
"""
OF_60 = """/b/cuda.cu(22): error: class "uint3" has no member "w"
      int oc_idx = (blockIdx.w * blockDim.w + threadIdx.w);
                             ^

/b/cuda.cu(22): error: class "dim3" has no member "w"
      int oc_idx = (blockIdx.w * blockDim.w + threadIdx.w);
                                          ^

2 errors detected in the compilation of "/b/cuda.cu".
"""
OF_77 = """/b/cuda.cu(98): error: expected a member name
          output. += bias.value().view({1, out_channels, 1, 1, 1});
                  ^

1 error detected in the compilation of "/b/cuda.cu".
"""
OF_49 = """/b/cuda.cu(101): error: class "std::tuple<at::Tensor, at::Tensor>" has no member "values"
          return torch::max(input, dim).values;
                                        ^

1 error detected in the compilation of "/b/cuda.cu".
"""


def error(text, echo="  x.y;", caret="    ^"):
    return f'/b/cuda.cu(3): error: {text}\n{echo}\n{caret}\n\n1 error detected in the compilation of "/b/cuda.cu".\n'


def is_incurable(messages, source="", is_torchs=True, known=None):
    """known: names from headers; None if they must not be requested."""

    def no_header_knows(names):
        assert known is not None, names
        return not names & known

    return incurable.is_incurable(messages, source, "/b/cuda.cu", is_torchs, no_header_knows)


class Incurable(unittest.TestCase):
    def test_errors_of_real_submissions_that_no_header_fixes(self):
        for messages in (OF_86, OF_60, OF_77):
            self.assertTrue(is_incurable(messages, is_torchs=False), messages)
            self.assertTrue(is_incurable(messages), messages)

    def test_only_classes_of_torch_lack_members_for_certain(self):
        self.assertTrue(is_incurable(OF_49))
        self.assertFalse(is_incurable(OF_49, is_torchs=False))
        self.assertTrue(is_incurable(error('class "at::Tensor" has no member "size_of"')))
        for owner in ("kloupe_small::Tensor", "at::TensorOptions", "Mine", "c10::Half"):
            self.assertFalse(is_incurable(error(f'class "{owner}" has no member "size_of"')), owner)

    def test_continues_after_one_fixable_error(self):
        other = error("expected an identifier")
        self.assertFalse(is_incurable(other))
        both = OF_77.replace("\n1 error detected", "\n" + other.split("\n\n", maxsplit=1)[0] + "\n\n2 errors detected")
        self.assertFalse(is_incurable(both))
        for text in (
            'namespace "kloupe_small" has no member "max"', 'expected a ";"', "expected an expression",
            "this declaration has no storage class or type specifier",
            'no instance of overloaded function "f" matches the argument list',
        ):  # fmt: skip
            self.assertFalse(is_incurable(error(text), is_torchs=False), text)

    def test_errors_that_are_not_understood_or_counted_are_not_judged(self):
        self.assertFalse(is_incurable(""))
        self.assertFalse(is_incurable("Killed\n"))
        self.assertFalse(is_incurable(OF_77.replace("1 error detected", "2 errors detected")))
        self.assertFalse(is_incurable(OF_77.split("1 error", maxsplit=1)[0]))
        self.assertFalse(is_incurable("/b/cuda.cu:3:1: error: expected a member name\n"))

    def test_errors_in_other_files_are_not_candidate_errors(self):
        self.assertFalse(is_incurable(OF_60.replace("/b/cuda.cu(22)", "/b/helpers.cuh(22)", 1)))
        self.assertFalse(incurable.is_incurable(OF_60, "", "/b/other.cu", True, lambda names: True))

    def test_members_that_a_header_could_define_as_macros(self):
        for name in ("W", "_w", "kWidth", "cudaStreamDefault", "errno", "assert", "isnan", "st_mtime"):
            self.assertFalse(is_incurable(error(f'class "uint3" has no member "{name}"')), name)
        for name in ("w", "width", "is_first"):
            self.assertTrue(is_incurable(error(f'class "const float4" has no member "{name}"')), name)

    def test_sources_that_test_declarations_are_not_judged(self):
        for source in (
            "#ifdef TORCH_VERSION_MAJOR\n#endif\n", "#  if 1\n#endif\n", "decltype(torch::max(x)) y;",
            "template <typename T> requires requires (T t) { t.w; } void f();",
            "#if __has_include(<torch/x.h>)\n",
        ):  # fmt: skip
            self.assertFalse(is_incurable(OF_60, source), source)
        self.assertTrue(is_incurable(OF_60, "#include <torch/extension.h>\n#define N 3\n#pragma unroll\nx.requires_grad;"))

    def test_errors_of_instantiated_templates_are_not_judged(self):
        detected = '          detected during instantiation of "void f(T) [with T=uint3]" at line 9\n'
        self.assertFalse(is_incurable(OF_60.replace("^\n", "^\n" + detected, 1)))

    def test_undefined_names_missing_in_all_headers_are_candidate_errors(self):
        undefined = error('identifier "c_new" is undefined')
        for is_torchs in (True, False):
            self.assertTrue(is_incurable(undefined, is_torchs=is_torchs, known={"hidden"}))
            self.assertFalse(is_incurable(undefined, is_torchs=is_torchs, known={"c_new"}))
        missing = error('namespace "at::cuda" has no member "getCurrentStream"')
        self.assertTrue(is_incurable(missing, known=set()))
        self.assertFalse(is_incurable(missing, known={"getCurrentStream"}))
        self.assertFalse(is_incurable(missing, is_torchs=False), "another message than torch's")
        warning = '/b/cuda.cu(2): warning #1: "kloupe_small::Tensor" is odd\n'
        self.assertFalse(is_incurable(warning + undefined, is_torchs=False))

    def test_headers_are_checked_last(self):
        text = error('identifier "a" is undefined').replace("1 error", "2 errors")
        other = error("expected an expression").split("\n\n", maxsplit=1)[0]
        self.assertFalse(is_incurable(text.replace("\n\n2", "\n\n" + other + "\n\n2")))
        own = error('class "uint3" has no member "w"').split("\n\n", maxsplit=1)[0]
        self.assertTrue(is_incurable(text.replace("\n\n2", "\n\n" + own + "\n\n2"), known=set()))

    def test_a_name_declared_twice_by_the_source_itself(self):
        messages = error('"c_pg" has already been declared in the current scope', "  int c_pg = 1;", "      ^")
        self.assertTrue(is_incurable(messages, "int f() { int c_pg = 0; int c_pg = 1; }", is_torchs=False))
        self.assertFalse(is_incurable(messages, "namespace torch { int c_pg; }", is_torchs=False))

    def test_arguments_that_torch_dispatch_dropped(self):
        messages = error(
            'no suitable conversion function from "const at::DeprecatedTypeProperties" to "c10::ScalarType" exists',
            "     ; torch::headeronly::ScalarType _st = ::detail::scalar_type(the_type); ;",
            "                                                                 ^",
        )
        self.assertTrue(is_incurable(messages))
        self.assertFalse(is_incurable(messages, is_torchs=False))
        self.assertFalse(is_incurable(messages.replace("_st = ::detail::scalar_type(the_type); ;", "_st = type;")))

    def test_a_dim3_of_classes_may_be_fixed_by_conversions(self):
        for types, outcome in (
            ("int, int, int, int", True), ("const int64_t, unsigned long, float, std::size_t", True),
            ("at::Scalar, int", False), ("<error-type>, int, int, int", False), ("int *", False),
        ):  # fmt: skip
            messages = error(
                'no instance of constructor "dim3::dim3" matches the argument list\n'
                f"            argument types are: ({types})"
            )
            self.assertIs(is_incurable(messages), outcome, types)

    def test_only_an_operator_after_a_dot_is_always_wrong(self):
        for echo, caret, outcome in (
            ("  out. += x;", "       ^", True), ("  out->;", "       ^", True), ("  f(out.);", "        ^", True),
            ("  out.MACRO;", "      ^", False), ("  out.~T();", "      ^", False), ("  T::+1;", "     ^", False),
            ("  out.", "      ^", False),
        ):  # fmt: skip
            self.assertIs(is_incurable(error("expected a member name", echo, caret)), outcome, echo)


if __name__ == "__main__":
    unittest.main()
