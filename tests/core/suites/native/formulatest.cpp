// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/formula.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(Formula, EvaluatesDimensionsOfAConvolution)
{
    // floor((224 + 2*3 - 7) / 2) + 1 = 112: the first layer of ResNet (He et al. 2015, table 1).
    const auto value = evaluateExtent("floor((H + 2*P - K) / S) + 1",
                                      {{"H", 224}, {"P", 3}, {"K", 7}, {"S", 2}});
    ASSERT_TRUE(value) << value.error().text();
    EXPECT_EQ(*value, 112);
}

TEST(Formula, RefusesInvalidSizes)
{
    EXPECT_FALSE(evaluateExtent("N/2", {{"N", 3}}));
    EXPECT_FALSE(evaluateExtent("N-5", {{"N", 3}}));
    EXPECT_FALSE(evaluateExtent("N^9", {{"N", 1e6}}));
    EXPECT_FALSE(evaluateFormula("1/0", {}));
}

TEST(Formula, NamesTheProblem)
{
    const auto unknown = evaluateFormula("M*N", {{"N", 3}});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Errc::InvalidInput);
    EXPECT_NE(unknown.error().message.find("M*N"), std::string::npos);
    EXPECT_FALSE(evaluateFormula("", {}));
    EXPECT_FALSE(evaluateFormula("N +", {{"N", 1}}));
    EXPECT_FALSE(evaluateFormula("a = 3", {}));
}

} // namespace loupe
