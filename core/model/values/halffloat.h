// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace loupe {

/// Element of dtype float16 (IEEE binary16), as its bits.
struct Float16 {
    std::uint16_t bits = 0;
};
/// Element of dtype bfloat16 (the upper half of a binary32), as its bits.
struct BFloat16 {
    std::uint16_t bits = 0;
};

LOUPE_HOST_DEVICE inline float toFloat(BFloat16 value)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

LOUPE_HOST_DEVICE inline float toFloat(Float16 value)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000U) << 16;
    const std::uint32_t exponent = (value.bits >> 10) & 0x1FU;
    const std::uint32_t fraction = value.bits & 0x3FFU;
    if (exponent == 0) // zero and subnormal: fraction · 2^-24 is exact
        return std::bit_cast<float>(
            sign | std::bit_cast<std::uint32_t>(static_cast<float>(fraction) * 0x1p-24F));
    const std::uint32_t wide = exponent == 31 ? 255U : exponent + 112U;
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

/// Rounds a double to `fractionBits` explicit fraction bits with smallest normal exponent
/// `minExponent`, to nearest, ties to even. The value is then exact in such a format, unless it is
/// too large.
inline double roundToFormat(double value, int fractionBits, int minExponent)
{
    if (!std::isfinite(value) || value == 0.0)
        return value;
    int exponent = 0;
    std::frexp(value, &exponent);
    const int step = std::max(exponent - 1, minExponent) - fractionBits;
    return std::ldexp(std::nearbyint(std::ldexp(value, -step)), step); // default mode: ties to even
}

/// Rounds once, to nearest, ties to even; too large values become infinity.
inline BFloat16 toBFloat16(double value)
{
    const auto rounded = static_cast<float>(roundToFormat(value, 7, -126));
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(rounded);
    if (std::isnan(value))
        return {static_cast<std::uint16_t>((bits >> 16) | 0x40U)};
    return {static_cast<std::uint16_t>(bits >> 16)};
}

/// Rounds once, to nearest, ties to even; too large values become infinity.
inline Float16 toFloat16(double value)
{
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000U : 0U);
    if (std::isnan(value))
        return {static_cast<std::uint16_t>(sign | 0x7E00U)};
    const double magnitude = std::fabs(roundToFormat(value, 10, -14));
    if (magnitude > 65504.0)
        return {static_cast<std::uint16_t>(sign | 0x7C00U)};
    if (magnitude < 0x1p-14) // subnormal: whole multiples of 2^-24
        return {static_cast<std::uint16_t>(sign | static_cast<unsigned>(magnitude * 0x1p24))};
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(magnitude));
    const std::uint32_t half = ((bits >> 23) - 112U) << 10 | (bits >> 13 & 0x3FFU);
    return {static_cast<std::uint16_t>(sign | half)};
}

/// Element of torch's float8_e4m3fn, as its bits: no infinity, one NaN of each sign.
struct Float8E4M3 {
    std::uint8_t bits = 0;
};
/// Element of torch's float8_e5m2 (the upper half of a binary16), as its bits.
struct Float8E5M2 {
    std::uint8_t bits = 0;
};

LOUPE_HOST_DEVICE inline float toFloat(Float8E4M3 value)
{
    const int exponent = value.bits >> 3 & 0xF;
    const int fraction = value.bits & 0x7;
    float magnitude = 0.0F;
    if (exponent == 0xF && fraction == 0x7)
        magnitude = std::numeric_limits<float>::quiet_NaN();
    else if (exponent == 0)
        magnitude = static_cast<float>(fraction) * 0x1p-9F;
    else
        magnitude = std::ldexp(static_cast<float>(8 + fraction), exponent - 10);
    return (value.bits & 0x80) != 0 ? -magnitude : magnitude;
}

LOUPE_HOST_DEVICE inline float toFloat(Float8E5M2 value)
{
    const int exponent = value.bits >> 2 & 0x1F;
    const int fraction = value.bits & 0x3;
    float magnitude = 0.0F;
    if (exponent == 0x1F)
        magnitude = fraction == 0 ? std::numeric_limits<float>::infinity()
                                  : std::numeric_limits<float>::quiet_NaN();
    else if (exponent == 0)
        magnitude = static_cast<float>(fraction) * 0x1p-16F;
    else
        magnitude = std::ldexp(static_cast<float>(4 + fraction), exponent - 17);
    return (value.bits & 0x80) != 0 ? -magnitude : magnitude;
}

/// Rounds once, to nearest, ties to even; too large values become NaN, as in torch.
inline Float8E4M3 toFloat8E4M3(double value)
{
    const double rounded = roundToFormat(value, 3, -6);
    const int sign = std::signbit(value) ? 0x80 : 0;
    if (!(std::fabs(rounded) <= 448.0))
        return {static_cast<std::uint8_t>(sign | 0x7F)};
    // A binary16 of 2^-8 times the value has the same exponent and begins with the same fraction.
    return {static_cast<std::uint8_t>(sign | (toFloat16(rounded * 0x1p-8).bits >> 7 & 0x7F))};
}

/// Rounds once, to nearest, ties to even; too large values become infinity.
inline Float8E5M2 toFloat8E5M2(double value)
{
    return {static_cast<std::uint8_t>(toFloat16(roundToFormat(value, 2, -14)).bits >> 8)};
}

} // namespace loupe
