// SPDX-License-Identifier: Apache-2.0
#include "core/answers/cppsyntax.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(CppSyntaxTest, NamesFunctionsWithABody)
{
    const CppOutline outline = cppOutline(R"cpp(
#include <cstdint> // ) } it's
namespace a { /* } */
template <typename T> T twice(T x) { return x + x; }
void declared(int);
int (*pointer)(int) = nullptr;
struct S { int get() const noexcept { return 1'000; } };
}
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const char *text = "}\"{"; char c = '{'; auto raw = R"x( )" } )x";
    if (call) { for (;;) { twice(1); } }
    return 0;
}
)cpp");
    EXPECT_FALSE(outline.problem) << outline.problem->message;
    EXPECT_EQ(outline.functions, (std::vector<std::string_view>{"twice", "get", "loupe_kernel"}));
    EXPECT_TRUE(outline.defines("loupe_kernel"));
    EXPECT_FALSE(outline.defines("declared"));
}

TEST(CppSyntaxTest, ReportsUnclosedBrackets)
{
    const auto problemOf = [](std::string_view source) {
        const auto problem = cppOutline(source).problem;
        return problem ? std::to_string(problem->line) + ": " + problem->message : "";
    };
    EXPECT_EQ(problemOf("int f() {\n"), "2: a bracket is never closed");
    EXPECT_EQ(problemOf("int f() }\n"), "1: a bracket closes nothing");
    EXPECT_EQ(problemOf("int f(]\n"), "1: a bracket closes nothing");
    EXPECT_EQ(problemOf("\n/* open"), "2: a comment never ends");
    EXPECT_EQ(problemOf("auto x = \"open\n\";"), "1: a string does not end on its line");
    EXPECT_EQ(problemOf("auto x = R\"a(b)\";"), "1: a raw string never ends");
    EXPECT_EQ(problemOf("auto x = R\"abc"), "1: a raw string has no beginning");
    EXPECT_EQ(problemOf(std::string_view("int\0x;", 6)), "1: a byte of value 0");
    EXPECT_EQ(problemOf(""), "");
}

} // namespace loupe
