// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/halftypes.h"

#include "core/integrity/cppfacts.h"

#include <set>

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

std::set<int> setOfLines(const std::string &source)
{
    const std::vector<int> lines = linesOf(source);
    return {lines.begin(), lines.end()};
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
             "constexpr int half = 4; __global__ void k() { if (i < half) f(half, half * m); }",
             "constexpr int half = 4; void k() { for (; half * i < n;) x = half * y; g(half); }",
             "constexpr int half = 4; void k() { x = (float)half * y + f((float)half); }",
             "constexpr int half = 4; void k() { if (i > half || half > i) x = a[half] & half; }",
             "float half(float x) { return 0.5f * x; } void k() { y = half(x) + f(half(2)); }",
             "void k(int half) { dim3 grid(half * m, half); S<half, 4> s; x = sizeof(half); }",
             "template <int half> struct S { T<half, 4> t; std::array<int, half> values; };",
             "struct S { S(int half) : a{half}, b(half) { f(half & mask); } };",
             "int const half = 2; f(half, x); y = f()->half;",
             "int half = 2; if (half) return; while (half) f(); if (x < half >> 1) return;",
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
             "using scalar = half;",
             "using scalar = const half;",
             "using sycl::half;",
             "using pointer = half *;",
             "template <typename T = half> struct S {};",
             "template <class = half> struct S {};",
             "auto f(float) -> half { return g(); }",
             "auto f(float) -> half;",
             "auto f = [](float x) mutable -> half { return g(); };",
             "auto x = half{1.0f};",
             "f(n, half{1.0f});",
             "y = (float)(half)x;",
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

TEST(HalfTypesTest, NoDeclarationElsewhereHidesAType)
{
    for (const char *declaration : {
             "int half = n / 2;\n",
             "void other(int n) { int half = n / 2; use(half); }\n",
             "void other(int half);\n",
             "void other(int half) { use(half); }\n",
             "template <int half> struct Other { int x[half]; };\n",
             "struct Other { int half; };\n",
             "namespace other { auto half = [](int n) { return n; }; }\n",
             "void other() { for (int half = 4; half > 0; --half) use(half); }\n",
         }) {
        for (const char *use : {
                 "__global__ void k(half *x, half *y) {}",
                 "__global__ void __launch_bounds__(256) k(float *x, half *y);",
                 "void k(float *x, half *y);",
                 "float k(float *x, half *y) { return 0; }",
                 "void k() { y[i] = (half)x[i]; }",
                 "void k() { y[i] = (half)2; }",
                 "void k() { return (half)(x + 1); }",
                 "void k() { y[i] = half(x[i]); }",
                 "void k() { n = sizeof(half); }",
                 "void k() { S<half, 4> s; }",
                 "void k() { std::pair<int, half> s; }",
                 "void k() { std::vector<std::vector<half>> s; }",
                 "using scalar = half;",
                 "void k() { auto x = half{1.0f}; }",
             })
            EXPECT_EQ(setOfLines(std::string(declaration) + use), std::set<int>{2})
                << declaration << use;
    }
}

TEST(HalfTypesTest, AVariableCountsFromItsDeclarationToTheEndOfItsBlock)
{
    EXPECT_EQ(linesOf("void k(half *x) {\n"
                      "n = sizeof(half);\n"
                      "{ int half = 2;\n"
                      "n = sizeof(half); f(half, n); }\n"
                      "y = half(x); }"),
              (std::vector<int>{1, 2, 5}));
    EXPECT_EQ(linesOf("void k() { if (false) { int half; }\nf(half(x)); S<half, 2> s; }"),
              (std::vector<int>{2, 2}));
    EXPECT_EQ(linesOf("#ifdef X\n{ int half;\n#endif\nvoid k() { S<half, 2> s; y = half(x); }"),
              (std::vector<int>{4, 4}));
}

} // namespace loupe
