// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/halftypes.h"

#include "core/integrity/cppfacts.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns the lines on which CUDA's types are used.
std::vector<int> linesOf(const std::string &source)
{
    std::vector<int> out;
    for (const CppName &type : cppFacts(source).halfTypes)
        out.push_back(type.line);
    return out;
}

} // namespace

TEST(HalfTypesTest, VariablesOfThatNameAreNoTypes)
{
    for (const char *honest : {
             "int half = n / 2; for (int i = 0; i < half; ++i) x[i] += x[i + half];",
             "const int half = n / 2;\nif (tid < half) s[tid] = max(s[tid], s[tid + half]);",
             "auto half{n >> 1}; f(half, x); g(x, half);",
             "int half(n / 2); return half * m;",
             "int quarter = n / 4, half = n / 2; f(half * m); return half;",
             "for (int half = blockDim.x / 2; half > 0; half >>= 1) { f(half * 2, half); }",
             "void f(int half, float half2) { y[half * half] = half2; }",
             "template <int half> __device__ void f() { x[half] = g<4>(half); }",
             "unsigned half = n; x = a ? half : 0; x = (half); x = -half; if (a and half) {}",
             "x.half = 3; y = p->half; s.half2(x);",
             "struct S { int half; int half2[4]; }; S s{.half = 3};",
             "int half = 1; half = half & mask; x = half & (half - 1);",
             "float half = 0.5f; y = (half * (x + 1)); y = half * x;",
             "// half precision\nconst char *text = \"half x\";",
         })
        EXPECT_TRUE(linesOf(honest).empty()) << honest;
}

TEST(HalfTypesTest, TypesAreFound)
{
    for (const char *reduced : {
             "__global__ void k(half *x, half *y, int n) {}",
             "__global__ void k(const half* __restrict__ x) {}",
             "half v = __float2half(x[i]);",
             "auto p = reinterpret_cast<half*>(x);",
             "auto p = (half2 *)x;",
             "std::vector<half> v;",
             "y[i] = (half)x[i];",
             "y[i] = half(x[i]);",
             "__shared__ half tile[32];",
             "__device__ half add(half a, half b);",
             "half2 *p = buffer;",
             "template <typename T> struct S; S<half, 4> s;",
             "sizeof(half)",
         })
        EXPECT_FALSE(linesOf(reduced).empty()) << reduced;
}

TEST(HalfTypesTest, ADeclaredVariableDoesNotHideTheType)
{
    EXPECT_EQ(linesOf("void honest(int n) { int half = n / 2; use(half); }\n"
                      "__global__ void k(const half *x, float *y) {\n"
                      "half v = x[0];\n"
                      "y[0] = reinterpret_cast<half *>(y)[1];\n"
                      "std::vector<half> w; }"),
              (std::vector<int>{2, 3, 4, 5}));
}

} // namespace loupe
