// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"
#include "core/model/values/halffloat.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace loupe {

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
