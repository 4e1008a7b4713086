// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/sourcefacts.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(SourceFactsTest, RefusesWhatIsNoAnswerOfTheInspection)
{
    for (const char *text : {"{}", R"({"parsed": 1})", R"({"parsed": true})",
                             R"({"parsed": true, "imports": [{"line": "x"}]})"}) {
        const auto facts = pythonFactsFromJson(Json::parse(text));
        ASSERT_FALSE(facts) << text;
        EXPECT_EQ(facts.error().code, Errc::Corrupt);
    }
}

TEST(SourceFactsTest, SaysWhyASourceCouldNotBeRead)
{
    const auto facts
        = pythonFactsFromJson({{"parsed", false}, {"error", "invalid syntax"}, {"line", 7}});
    ASSERT_TRUE(facts);
    EXPECT_FALSE(facts->parsed);
    EXPECT_EQ(facts->problem, "line 7: invalid syntax");
}

} // namespace loupe
