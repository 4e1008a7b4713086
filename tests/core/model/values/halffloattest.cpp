// SPDX-License-Identifier: Apache-2.0
//
// Independent sources of the numbers are the compiler's own _Float16, and the definition of
// bfloat16 as the upper half of a binary32.
#include "core/model/values/halffloat.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace loupe {

TEST(BFloat16, widensExactly)
{
    EXPECT_EQ(toFloat(BFloat16{0x3F80}), 1.0F);
    EXPECT_EQ(toFloat(BFloat16{0xC049}), -3.140625F);
    EXPECT_EQ(toFloat(BFloat16{0x0001}), 0x1p-133F);
    EXPECT_TRUE(std::isinf(toFloat(BFloat16{0x7F80})));
    EXPECT_TRUE(std::isnan(toFloat(BFloat16{0x7FC0})));
}

TEST(BFloat16, roundsToNearestEven)
{
    EXPECT_EQ(toBFloat16(1.0).bits, 0x3F80);
    EXPECT_EQ(toBFloat16(-0.0).bits, 0x8000);
    EXPECT_EQ(toBFloat16(1.0 + 0x1p-8).bits, 0x3F80);           // tie: down to even
    EXPECT_EQ(toBFloat16(1.0 + 3 * 0x1p-8).bits, 0x3F82);       // tie: up to even
    EXPECT_EQ(toBFloat16(1.0 + 0x1p-8 + 0x1p-40).bits, 0x3F81); // a float would round twice
    EXPECT_EQ(toBFloat16(0x1p-133).bits, 0x0001);
    EXPECT_EQ(toBFloat16(0x1p-134).bits, 0x0000); // tie: to zero
    EXPECT_EQ(toBFloat16(0x1.8p-134).bits, 0x0001);
    EXPECT_EQ(toBFloat16(3.3895313892515355e38).bits, 0x7F7F); // the largest
    EXPECT_EQ(toBFloat16(3.4e38).bits, 0x7F80);
    EXPECT_EQ(toBFloat16(-1e300).bits, 0xFF80);
    EXPECT_TRUE(std::isnan(toFloat(toBFloat16(std::numeric_limits<double>::quiet_NaN()))));
}

TEST(BFloat16, roundTripsEveryBitPattern)
{
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const BFloat16 value{static_cast<std::uint16_t>(bits)};
        if (std::isnan(toFloat(value)))
            continue;
        ASSERT_EQ(toBFloat16(static_cast<double>(toFloat(value))).bits, bits);
    }
}

#ifdef __FLT16_MAX__
__extension__ typedef _Float16 CompilerHalf;

TEST(Float16, agreesWithTheCompilerOnEveryBitPattern)
{
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const Float16 value{static_cast<std::uint16_t>(bits)};
        const auto expected = static_cast<float>(std::bit_cast<CompilerHalf>(value.bits));
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(toFloat(value)));
            continue;
        }
        ASSERT_EQ(toFloat(value), expected) << bits;
        ASSERT_EQ(toFloat16(static_cast<double>(expected)).bits, bits);
    }
}

TEST(Float16, roundsAsTheCompilerDoes)
{
    std::mt19937_64 engine(1);
    std::uniform_real_distribution<double> mantissa(-2.0, 2.0);
    std::uniform_int_distribution<int> exponent(-27, 17);
    for (int i = 0; i < 200000; ++i) {
        // Coarse mantissas make ties likely.
        const double coarse = std::ldexp(std::nearbyint(mantissa(engine) * 4096.0), -12);
        const double value = std::ldexp(i % 2 == 0 ? coarse : mantissa(engine), exponent(engine));
        const auto expected
            = std::bit_cast<std::uint16_t>(static_cast<CompilerHalf>(static_cast<float>(value)));
        if (static_cast<double>(static_cast<float>(value)) != value)
            continue; // rounding through float rounds twice
        ASSERT_EQ(toFloat16(value).bits, expected) << value;
    }
}
#endif

TEST(Float16, roundsToNearestEven)
{
    EXPECT_EQ(toFloat16(1.0).bits, 0x3C00);
    EXPECT_EQ(toFloat16(-0.0).bits, 0x8000);
    EXPECT_EQ(toFloat16(1.0 + 0x1p-11).bits, 0x3C00);
    EXPECT_EQ(toFloat16(1.0 + 3 * 0x1p-11).bits, 0x3C02);
    EXPECT_EQ(toFloat16(1.0 + 0x1p-11 + 0x1p-40).bits, 0x3C01);
    EXPECT_EQ(toFloat16(65504.0).bits, 0x7BFF);
    EXPECT_EQ(toFloat16(65519.99).bits, 0x7BFF);
    EXPECT_EQ(toFloat16(65520.0).bits, 0x7C00);
    EXPECT_EQ(toFloat16(-1e9).bits, 0xFC00);
    EXPECT_EQ(toFloat16(0x1p-24).bits, 0x0001);
    EXPECT_EQ(toFloat16(0x1p-25).bits, 0x0000);
    EXPECT_EQ(toFloat16(0x1.8p-25).bits, 0x0001);
    EXPECT_TRUE(std::isnan(toFloat(toFloat16(std::numeric_limits<double>::quiet_NaN()))));
}

} // namespace loupe
