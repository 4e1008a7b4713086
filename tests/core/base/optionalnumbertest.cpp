// SPDX-License-Identifier: Apache-2.0
#include "core/base/optionalnumber.h"

#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(OptionalNumber, HasTheSizeOfItsNumber)
{
    EXPECT_EQ(sizeof(OptionalNumber<double>), sizeof(double));
    EXPECT_EQ(sizeof(OptionalNumber<int>), sizeof(int));
}

TEST(OptionalNumber, IsMissingByDefault)
{
    OptionalNumber<double> number;
    EXPECT_FALSE(number);
    EXPECT_EQ(number, std::nullopt);
    EXPECT_EQ(number.value_or(7), 7);
    number = 2.5;
    ASSERT_TRUE(number.has_value());
    EXPECT_EQ(*number, 2.5);
    EXPECT_EQ(number.value_or(7), 2.5);
    number = std::nullopt;
    EXPECT_FALSE(number);
    number = 0;
    number.reset();
    EXPECT_FALSE(number);
}

TEST(OptionalNumber, ZeroAndNotANumberArePresent)
{
    EXPECT_TRUE(OptionalNumber<double>(0.0));
    EXPECT_TRUE(OptionalNumber<int>(0));
    const OptionalNumber<double> odd = std::numeric_limits<double>::quiet_NaN();
    ASSERT_TRUE(odd);
    EXPECT_TRUE(std::isnan(*odd));
    EXPECT_TRUE(OptionalNumber<double>(std::nan("1")));
    EXPECT_TRUE(OptionalNumber<double>(-std::numeric_limits<double>::infinity()));
}

TEST(OptionalNumber, ComparesAsAnOptionalDoes)
{
    const OptionalNumber<int> none;
    const OptionalNumber<int> three = 3;
    EXPECT_EQ(none, OptionalNumber<int>());
    EXPECT_NE(none, three);
    EXPECT_EQ(three, 3);
    EXPECT_NE(none, 0);
    EXPECT_EQ(none, std::optional<int>());
    EXPECT_EQ(std::optional<int>(), none);
    EXPECT_NE(none, std::optional<int>(0));
    EXPECT_EQ(std::optional<int>(3), three);
}

TEST(OptionalNumber, BecomesAnOptionalAndBack)
{
    const std::optional<double> none = OptionalNumber<double>();
    EXPECT_FALSE(none);
    const std::optional<double> half = OptionalNumber<double>(0.5);
    EXPECT_EQ(half, 0.5);
    EXPECT_EQ(OptionalNumber<double>(half), half);
    EXPECT_EQ(OptionalNumber<double>(none), none);
}

} // namespace loupe::test
