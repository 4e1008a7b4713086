// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/cppfacts.h"

#include <algorithm>
#include <utility>

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
    EXPECT_EQ(namesOf("#if 0 /* never */ // a\na\n#endif\n#if 0 || 1\nb\n#endif"), "b ");
    EXPECT_EQ(namesOf("#if 0\na\n#/**/endif\nb\n#if 0\nc\n%:endif\nd"), "b d ");
    EXPECT_EQ(namesOf("#if 0\n#iffy\n#endif\na"), "a ");
    EXPECT_EQ(namesOf("#if 0\n#error R\"(\n#endif\na\n//)\""), "a ");
}

TEST(CppFactsTest, AnUnclosedMacroHeadEndsWithItsDirective)
{
    const CppFacts skipped = cppFacts("#if 0\n#define X(\n#endif\nvoid f(){ dlopen(\"x\", 1); }");
    EXPECT_EQ(namesOf(skipped.names), (Names{"void", "f", "dlopen"}));
    const CppFacts kept = cppFacts("#ifdef N\n#define X(a\n#endif\n#include <dlfcn.h>\nint x;");
    EXPECT_EQ(namesOf(kept.includes), Names{"dlfcn.h"});
}

TEST(CppFactsTest, IncludesAreThoseOfIncludeDirectives)
{
    EXPECT_EQ(namesOf(cppFacts("#include /**/ <dlfcn.h>\n#include \\\n<thread>\n"
                               "#if __has_include(<atomic>)\n#endif\n")
                          .includes),
              (Names{"dlfcn.h", "thread"}));
}

TEST(CppFactsTest, JoinedLinesHideNoName)
{
    EXPECT_EQ(namesOf(cppFacts("dlo\\\npen(\"\\x6c\"); /* *\\\n/ fork(); /* */").foreign),
              (Names{"dlopen", "fork"}));
}

TEST(CppFactsTest, AdjacentStringsAreOne)
{
    EXPECT_EQ(
        cppFacts("f(\"/pr\" /* o */\n \"oc\\x2f\", 'c', \"b\")\n#ifdef N\n#endif\n\"c\"\n"
                 "#define A \"d\" \\\n \"e\"\n#define B \"f\"\n#ifdef N\n\"g\"\n#endif\n\"h\"")
            .texts,
        (std::vector<CppName>{{"/proc/", 1}, {"b", 2}, {"c", 5}, {"de", 6}, {"f", 8}, {"gh", 10}}));
}

TEST(CppFactsTest, NestedDeclarationsAndLaunchesAreReadOnce)
{
    const CppFacts facts
        = cppFacts("__global__ static __global__ void f();\n"
                   "cudaLaunchKernel(a, cuLaunchKernel(b), c); cudaLaunchKernel(d);\n"
                   "static A static B x; static C y = return_ ; static D g(int);\n"
                   "asm asm(\"nop;\"); return x; return y + 1;");
    EXPECT_EQ(namesOf(facts.kernels), Names{"f"});
    EXPECT_EQ(namesOf(facts.launches), (Names{"a", "cuLaunchKernel", "b", "c", "d"}));
    EXPECT_EQ(namesOf(facts.statics), (Names{"A", "B", "C"}));
    EXPECT_EQ(namesOf(facts.returnedStatics), (Names{"A", "B", "C"}));
    EXPECT_EQ(namesOf(facts.assembler), Names{"nop;"});
}

TEST(CppFactsTest, BodiesOfMacrosAreCode)
{
    const CppFacts facts
        = cppFacts("#define RUN(x, y) \\\n  std::thread(x)\n#define N\n#define M m\n"
                   "#include <thread> // \"no\"\n");
    EXPECT_EQ(facts.names, (std::vector<CppName>{{"std::thread", 2}, {"x", 2}, {"m", 4}}));
    EXPECT_EQ(facts.includes, (std::vector<CppName>{{"thread", 5}}));
}

/// Repeats texts at which a search from every token to the end would take many minutes.
TEST(CppFactsTest, LongSourcesTakeLinearTime)
{
    const std::vector<std::pair<std::string_view, std::size_t>> namesOfParts{
        {"static a;", 2},
        {"static a ", 2},
        {"a::b(", 1},
        {"exit(", 1},
        {"cudaLaunchKernel(", 1},
        {"__global__ ", 1},
        {"asm ", 1},
        {"half * ", 1},
        {"#if (<", 0},
        {"#define X(\n", 0},
        {"\\ ", 0},
        {"\"a\" ", 0}};
    constexpr std::size_t count = 100'000;
    for (const auto &[part, names] : namesOfParts) {
        std::string source;
        for (std::size_t i = 0; i < count; ++i)
            source += part;
        EXPECT_EQ(cppFacts(source).names.size(), count * names) << part;
    }
}

} // namespace loupe
