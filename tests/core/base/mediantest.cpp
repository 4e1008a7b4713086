// SPDX-License-Identifier: Apache-2.0
#include "core/base/median.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

TEST(MedianTest, TheMiddleOfAnOddNumber)
{
    EXPECT_EQ(medianOf(std::vector<double>{3, 1, 2}), 2);
    EXPECT_EQ(medianOf(std::vector<double>{-7}), -7);
}

TEST(MedianTest, TheMeanOfTheTwoInTheMiddleOfAnEvenNumber)
{
    EXPECT_EQ(medianOf(std::vector<double>{4, 1, 2, 3}), 2.5);
    EXPECT_EQ(medianOf(std::vector<double>{9, 1}), 5);
    EXPECT_EQ(medianOf(std::vector<double>{2, 2, 2, 100}), 2);
}

TEST(MedianTest, ReturnsZeroForAnEmptyRange)
{
    EXPECT_EQ(medianOf({}), 0);
    EXPECT_EQ(medianInPlace({}), 0);
}

TEST(MedianTest, InPlaceKeepsEveryValue)
{
    std::vector<double> values{5, 3, 9, 1};
    EXPECT_EQ(medianInPlace(values), 4);
    EXPECT_EQ(values.size(), 4U);
    EXPECT_EQ(medianInPlace(values), 4);
}

} // namespace loupe
