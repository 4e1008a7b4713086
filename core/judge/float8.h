// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace loupe {

/// An element of torch's float8_e4m3fn, as its bits: no infinity, one NaN of each sign.
struct Float8E4M3 {
    std::uint8_t bits = 0;
};
/// An element of torch's float8_e5m2 (the upper half of a binary16), as its bits.
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

} // namespace loupe
