// SPDX-License-Identifier: Apache-2.0
#include "core/judge/doublecloseness.h"

#include <limits>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Scale = NestedRule::Scale;

DoubleCloseness closeness(double relative, double absolute, Scale scale = Scale::Expected)
{
    return {Tolerance{false, relative, absolute, 0}, scale, false};
}

} // namespace

TEST(DoubleCloseness, allowsTheToleranceAndNoMore)
{
    const DoubleCloseness close = closeness(0.25, 0.5); // both exact in binary
    EXPECT_TRUE(close(2.0, 3.0));
    EXPECT_FALSE(close(2.0, std::nextafter(3.0, 4.0)));
    EXPECT_TRUE(close(-2.0, -3.0));
    EXPECT_FALSE(closeness(0.25, 0.5)(2.0, 3.5));
    EXPECT_TRUE(closeness(0.25, 0.5, Scale::Actual)(3.0, 4.5)); // 1.5 <= 0.5 + 4.5 / 4
    EXPECT_FALSE(closeness(0.25, 0.5)(3.0, 4.5));               // 1.5 > 0.5 + 3 / 4
}

/// torch would round 0.1 to float32, and the difference of two float16 to float16.
TEST(DoubleCloseness, roundsNothingToTheElementType)
{
    EXPECT_FALSE(closeness(0.0, 0.1)(0.0F, 0.1F)); // 0.1F is above 0.1
    EXPECT_TRUE(closeness(0.0, 1.0)(std::int64_t{1} << 60, (std::int64_t{1} << 60) + 1));
}

TEST(DoubleCloseness, takesComplexNumbersByModulus)
{
    using Complex = ComplexNumber<double>;
    EXPECT_TRUE(closeness(0.0, 5.0)(Complex{0, 0}, Complex{3, 4}));
    EXPECT_FALSE(closeness(0.0, 4.9)(Complex{0, 0}, Complex{3, 4}));
    EXPECT_EQ(magnitude(ComplexNumber<float>{3, 4}), 5.0);
    EXPECT_EQ(distance(Complex{1, 1}, Complex{4, 5}), 5.0);
}

TEST(DoubleCloseness, isNeverOfInfiniteDifferences)
{
    const double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const DoubleCloseness close = closeness(10.0, inf);
    EXPECT_FALSE(close(inf, 1.0));
    EXPECT_FALSE(close(1.7e308, -1.7e308));
    EXPECT_FALSE(close(nan, nan));
    EXPECT_TRUE(close(1.0, 1e300));
}

TEST(DoubleCloseness, requiresEqualityForExactTypes)
{
    const DoubleCloseness exact(Tolerance{true, 1.0, 1.0, 0}, Scale::Expected, false);
    const std::int64_t big = (std::int64_t{1} << 53) + 1; // one apart, equal as doubles
    EXPECT_FALSE(exact(big, big - 1));
    EXPECT_TRUE(exact(0.0, -0.0));
    EXPECT_FALSE(exact(1.0F, std::nextafter(1.0F, 2.0F)));
}

} // namespace loupe
