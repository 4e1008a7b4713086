// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/sourcefacts.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(SourceFactsTest, RefusesInvalidAnswers)
{
    for (const char *text : {"{}", R"({"parsed": 1})", R"({"parsed": true})",
                             R"({"parsed": true, "imports": [{"line": "x"}]})"}) {
        const auto facts = pythonFactsFromJson(Json::parse(text));
        ASSERT_FALSE(facts) << text;
        EXPECT_EQ(facts.error().code, Errc::Corrupt);
    }
}

TEST(SourceFactsTest, ReportsWhyASourceIsUnreadable)
{
    const auto facts
        = pythonFactsFromJson({{"parsed", false}, {"error", "invalid syntax"}, {"line", 7}});
    ASSERT_TRUE(facts);
    EXPECT_FALSE(facts->parsed);
    EXPECT_EQ(facts->problem, "line 7: invalid syntax");
}

TEST(SourceFactsTest, FactsOfSeveralFilesHaveTheLinesOfTheWhole)
{
    PythonFacts all;
    all.calls = {{"torch.relu", 4, "ModelNew.forward", true}};
    PythonFacts more;
    more.calls = {{"torch.matmul", 2, "fast", true}};
    more.functions = {{"kernel", 5, true, {"triton.jit"}}};
    more.embedded = {{7, cppFacts("__global__ void f() {}\n")}};
    addFacts(all, std::move(more), 100);
    ASSERT_EQ(all.calls.size(), 2U);
    EXPECT_EQ(all.calls[0].line, 4);
    EXPECT_EQ(all.calls[1].name, "torch.matmul");
    EXPECT_EQ(all.calls[1].line, 102);
    ASSERT_EQ(all.functions.size(), 1U);
    EXPECT_EQ(all.functions[0].line, 105);
    ASSERT_EQ(all.embedded.size(), 1U);
    EXPECT_EQ(all.embedded[0].line, 107);

    CppFacts native = cppFacts("__global__ void f() {}\n");
    addFacts(native, cppFacts("\nvoid g() { f<<<1, 1>>>(); }\n"), 10);
    ASSERT_EQ(native.kernels.size(), 1U);
    ASSERT_EQ(native.launches.size(), 1U);
    EXPECT_EQ(native.launches[0], (CppName{"f", 12}));
}

} // namespace loupe
