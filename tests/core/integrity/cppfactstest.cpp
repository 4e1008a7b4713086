// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/cppfacts.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::vector<std::string> namesOf(const std::vector<CppName> &names)
{
    std::vector<std::string> out;
    for (const CppName &one : names)
        out.push_back(one.name);
    return out;
}

using Names = std::vector<std::string>;

} // namespace

TEST(CppFactsTest, FindsKernelsHoweverTheyAreDecorated)
{
    const CppFacts facts
        = cppFacts("__global__ void plain(float *x) {}\n"
                   "template <int N> __global__ static void __launch_bounds__(256, 2)\n"
                   "bounded(float *x) {}\n"
                   "extern \"C\" __global__ void named(int n) {}\n"
                   "// __global__ void commented() {}\n");
    EXPECT_EQ(namesOf(facts.kernels), (Names{"plain", "bounded", "named"}));
    EXPECT_EQ(facts.kernels[1].line, 3);
}

TEST(CppFactsTest, FindsLaunchesOfEveryForm)
{
    const CppFacts facts
        = cppFacts("void f() {\n"
                   "  a<<<1, 2>>>(x);\n"
                   "  b<float, 4><<<g, t, 0, s>>>(x);\n"
                   "  ns::c<std::array<int, 2>><<<1, 1>>>();\n"
                   "  cudaLaunchKernel((const void *)d, grid, block, args, 0, 0);\n"
                   "  if (x < y) { z(); }\n"
                   "}\n");
    const Names launches = namesOf(facts.launches);
    for (const char *name : {"a", "b", "ns::c", "d"})
        EXPECT_NE(std::ranges::find(launches, name), launches.end()) << name;
    EXPECT_EQ(std::ranges::find(launches, "z"), launches.end());
    EXPECT_EQ(std::ranges::find(launches, "x"), launches.end());
}

TEST(CppFactsTest, QualifiesNamesAndMarksMembers)
{
    const Names names = namesOf(cppFacts("std::thread t(f); x.matmul(y); at::cuda::sync();").names);
    EXPECT_NE(std::ranges::find(names, "std::thread"), names.end());
    EXPECT_NE(std::ranges::find(names, ".matmul"), names.end());
    EXPECT_NE(std::ranges::find(names, "at::cuda::sync"), names.end());
}

TEST(CppFactsTest, FindsStaticVariables)
{
    const CppFacts facts = cppFacts("static at::Tensor kept;\n"
                                    "static std::vector<float> table = make();\n"
                                    "thread_local static int calls = 0;\n"
                                    "static const int size = 4;\n"
                                    "static constexpr int other = 5;\n"
                                    "static float helper(float x) { return x; }\n");
    EXPECT_EQ(namesOf(facts.statics), (Names{"at::Tensor", "std::vector", "int"}));
}

TEST(CppFactsTest, DisabledLinesAreNoCode)
{
    const auto namesOf = [](std::string_view source) {
        std::string names;
        for (const CppName &each : cppFacts(source).names)
            names += each.name + " ";
        return names;
    };
    EXPECT_EQ(namesOf("#if 0\na\n#if X\nb\n#endif\n#else\nc\n#endif\nd 'e' /* f */"), "c d ");
    EXPECT_EQ(namesOf("#ifdef X\na\n#endif"), "a ") << "which branch is taken is not known";
    EXPECT_EQ(namesOf("#if X0\na\n#endif\n#pragma unroll n\n#error it's wrong\nb"), "a b ");
}

TEST(CppFactsTest, BodiesOfMacrosAreCode)
{
    const CppFacts facts
        = cppFacts("#define RUN(x, y) \\\n  std::thread(x)\n#define N\n#define M m\n"
                   "#include <thread> // \"no\"\n");
    EXPECT_EQ(facts.names, (std::vector<CppName>{{"std::thread", 2}, {"x", 2}, {"m", 4}}));
    EXPECT_EQ(facts.includes, (std::vector<CppName>{{"thread", 5}}));
}

} // namespace loupe
