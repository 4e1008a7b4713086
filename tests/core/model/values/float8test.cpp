// SPDX-License-Identifier: Apache-2.0
#include "core/model/values/halffloat.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// Returns the nearest finite number of the format. Ties go to the even pattern.
template <typename Float8>
std::uint8_t nearestPattern(double magnitude)
{
    std::uint8_t best = 0;
    double smallest = infinite;
    for (unsigned bits = 0; bits < 0x80; ++bits) {
        const auto pattern = static_cast<std::uint8_t>(bits);
        const auto value = static_cast<double>(toFloat(Float8{pattern}));
        const double off = std::fabs(magnitude - value);
        if (std::isfinite(value) && (off < smallest || (off == smallest && bits % 2 == 0))) {
            smallest = off;
            best = pattern;
        }
    }
    return best;
}

/// Checks numbers up to `largest`, many of them ties.
template <typename Float8, typename Round>
void expectNearest(double largest, Round round)
{
    std::mt19937_64 engine(3);
    std::uniform_real_distribution<double> mantissa(0.0, 2.0);
    std::uniform_int_distribution<int> exponent(-20, 16);
    for (int i = 0; i < 20000; ++i) {
        const double coarse = std::ldexp(std::nearbyint(mantissa(engine) * 32.0), -5);
        const double value = std::ldexp(i % 2 == 0 ? coarse : mantissa(engine), exponent(engine));
        if (value > largest)
            continue;
        const std::uint8_t wanted = nearestPattern<Float8>(value);
        ASSERT_EQ(round(value).bits, wanted) << value;
        ASSERT_EQ(round(-value).bits, wanted | 0x80) << value;
    }
}

} // namespace

/// Compares with the table of the OCP 8-bit floating point specification, revision 1.0.
TEST(Float8, widensExactly)
{
    EXPECT_EQ(toFloat(Float8E4M3{0x7E}), 448.0F);
    EXPECT_EQ(toFloat(Float8E4M3{0x08}), 0x1p-6F);
    EXPECT_EQ(toFloat(Float8E4M3{0x07}), 0.875F * 0x1p-6F);
    EXPECT_EQ(toFloat(Float8E4M3{0x81}), -0x1p-9F);
    EXPECT_TRUE(std::isnan(toFloat(Float8E4M3{0xFF})));
    EXPECT_EQ(toFloat(Float8E5M2{0x7B}), 57344.0F);
    EXPECT_EQ(toFloat(Float8E5M2{0x04}), 0x1p-14F);
    EXPECT_EQ(toFloat(Float8E5M2{0x03}), 0.75F * 0x1p-14F);
    EXPECT_EQ(toFloat(Float8E5M2{0x01}), 0x1p-16F);
    EXPECT_EQ(toFloat(Float8E5M2{0xFC}), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(toFloat(Float8E5M2{0x7D})));
}

TEST(Float8, roundTripsEveryBitPattern)
{
    for (unsigned bits = 0; bits < 0x100; ++bits) {
        const auto pattern = static_cast<std::uint8_t>(bits);
        const auto e4m3 = static_cast<double>(toFloat(Float8E4M3{pattern}));
        const auto e5m2 = static_cast<double>(toFloat(Float8E5M2{pattern}));
        if (!std::isnan(e4m3)) {
            EXPECT_EQ(toFloat8E4M3(e4m3).bits, bits);
        }
        if (!std::isnan(e5m2)) {
            EXPECT_EQ(toFloat8E5M2(e5m2).bits, bits);
        }
    }
}

TEST(Float8, roundsToTheNearest)
{
    expectNearest<Float8E4M3>(448.0, toFloat8E4M3);
    expectNearest<Float8E5M2>(57344.0, toFloat8E5M2);
}

/// As torch.tensor(value).to(torch.float8_…): values too large for an E4M3 become NaN.
TEST(Float8, overflowsAsTorchDoes)
{
    EXPECT_EQ(toFloat8E4M3(464.0).bits, 0x7E); // a tie with 480, which does not exist
    EXPECT_EQ(toFloat8E4M3(464.1).bits, 0x7F);
    EXPECT_EQ(toFloat8E4M3(-infinite).bits, 0xFF);
    EXPECT_TRUE(std::isnan(toFloat(toFloat8E4M3(notANumber))));
    EXPECT_EQ(toFloat8E5M2(61439.0).bits, 0x7B);
    EXPECT_EQ(toFloat8E5M2(61440.0).bits, 0x7C); // a tie with 65536, which is even
    EXPECT_EQ(toFloat8E5M2(-infinite).bits, 0xFC);
    EXPECT_TRUE(std::isnan(toFloat(toFloat8E5M2(notANumber))));
}

} // namespace loupe
