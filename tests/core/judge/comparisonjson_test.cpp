// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisonjson.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace loupe {

TEST(ComparisonJson, comesBackAsItWas)
{
    const OutputComparison c{"y",
                             12,
                             3,
                             2,
                             1,
                             0.1,
                             std::numeric_limits<double>::infinity(),
                             0.3,
                             1e-300,
                             0.5,
                             {3, 4},
                             {2, 1},
                             -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN(),
                             {0, 1},
                             "every 4th element"};
    const Result<Json> sent = parseJson(toJson(c).dump(), "test");
    ASSERT_TRUE(sent);
    const Result<OutputComparison> back = comparisonFromJson(*sent);
    ASSERT_TRUE(back);
    EXPECT_EQ(toJson(*back), toJson(c));
    EXPECT_EQ(back->shape, c.shape);
    EXPECT_EQ(back->absoluteTolerance, 1e-300);
    EXPECT_EQ(back->meanAbsoluteError, c.meanAbsoluteError);
    EXPECT_EQ(back->worstExpected, c.worstExpected);
    EXPECT_TRUE(std::isnan(back->worstActual));
    EXPECT_EQ(back->pattern, c.pattern);
}

TEST(ComparisonJson, refusesEverythingElse)
{
    for (const char *text : {"{}", "[]", "5", R"({"output":3})"}) {
        EXPECT_FALSE(comparisonFromJson(Json::parse(text))) << text;
        EXPECT_FALSE(ruleFromJson(Json::parse(text))) << text;
    }
    const Result<ComparisonRule> rule = ruleFromJson(toJson(ComparisonRule{true, 0.25, 2.0}));
    ASSERT_TRUE(rule);
    EXPECT_TRUE(rule->exact);
    EXPECT_EQ(rule->relative, 0.25);
    EXPECT_EQ(rule->absoluteFloor, 2.0);
}

} // namespace loupe
