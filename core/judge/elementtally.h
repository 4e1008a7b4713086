// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"
#include "core/judge/complexnumber.h"
#include "core/model/dtype.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <concepts>
#include <cstdint>

namespace loupe {

// The magnitude of the difference, of a number, and whether it is NaN or infinite, for statistics.
template <typename Wide>
LOUPE_HOST_DEVICE double magnitude(Wide value)
{
    return std::fabs(static_cast<double>(value));
}
template <typename Real>
LOUPE_HOST_DEVICE double magnitude(ComplexNumber<Real> value)
{
    const auto re = static_cast<double>(value.re);
    const auto im = static_cast<double>(value.im);
    if constexpr (std::same_as<Real, float>) // cannot overflow
        return std::sqrt(re * re + im * im);
    else
        return std::hypot(re, im);
}
template <typename Wide>
LOUPE_HOST_DEVICE double distance(Wide e, Wide a)
{
    return std::fabs(static_cast<double>(a) - static_cast<double>(e));
}
template <typename Real>
LOUPE_HOST_DEVICE double distance(ComplexNumber<Real> e, ComplexNumber<Real> a)
{
    return std::hypot(static_cast<double>(a.re) - static_cast<double>(e.re), // no overflow
                      static_cast<double>(a.im) - static_cast<double>(e.im));
}
/// Of a complex number its real part: where there is room for one number only.
template <typename Wide>
LOUPE_HOST_DEVICE double realPart(Wide value)
{
    return static_cast<double>(value);
}
template <typename Real>
LOUPE_HOST_DEVICE double realPart(ComplexNumber<Real> value)
{
    return static_cast<double>(value.re);
}
template <typename Wide>
LOUPE_HOST_DEVICE bool isNan(Wide value)
{
    if constexpr (std::integral<Wide>)
        return false;
    else
        return std::isnan(value);
}
template <typename Real>
LOUPE_HOST_DEVICE bool isNan(ComplexNumber<Real> value)
{
    return std::isnan(value.re) || std::isnan(value.im);
}
template <typename Wide>
LOUPE_HOST_DEVICE bool isInfinite(Wide value)
{
    if constexpr (std::integral<Wide>)
        return false;
    else
        return std::isinf(value);
}
template <typename Real>
LOUPE_HOST_DEVICE bool isInfinite(ComplexNumber<Real> value)
{
    return !isNan(value) && (std::isinf(value.re) || std::isinf(value.im));
}

inline double smallestNormal(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
        return 0x1p-14;
    case DType::Float64:
    case DType::Complex128:
        return DBL_MIN;
    case DType::Float8E4M3:
        return 0x1p-6;
    case DType::Float8E5M2:
        return 0x1p-14;
    default:
        return static_cast<double>(FLT_MIN);
    }
}

/// What a part of a tensor gave.
struct ElementTally {
    std::int64_t mismatched = 0; ///< outside tolerance
    std::int64_t finite = 0;     ///< on both sides
    std::int64_t notANumber = 0;
    std::int64_t expectedNan = 0;
    std::int64_t expectedInfinite = 0;
    std::int64_t actualNan = 0;
    std::int64_t actualInfinite = 0;
    double sumOfErrors = 0.0;
    double sumOfRelatives = 0.0;
    double maxAbsolute = 0.0;
    double maxRelative = 0.0;
    std::int64_t worst = -1;
    std::int64_t worstMismatch = -1; ///< largest finite error outside tolerance
    double worstMismatchError = -1.0;
    // for the measures
    double dot = 0.0;
    double expectedSquares = 0.0;
    double actualSquares = 0.0;
    double errorSquares = 0.0;
    double expectedSum = 0.0;
    double errorSum = 0.0;

    /// Takes in another part. The sums are added in the order of the calls.
    LOUPE_HOST_DEVICE void merge(const ElementTally &later)
    {
        mismatched += later.mismatched;
        finite += later.finite;
        notANumber += later.notANumber;
        expectedNan += later.expectedNan;
        expectedInfinite += later.expectedInfinite;
        actualNan += later.actualNan;
        actualInfinite += later.actualInfinite;
        sumOfErrors += later.sumOfErrors;
        sumOfRelatives += later.sumOfRelatives;
        // Parts of a device's threads interleave, so that equal errors are settled by their place.
        if (later.worst >= 0
            && (worst < 0 || later.maxAbsolute > maxAbsolute
                || (later.maxAbsolute == maxAbsolute && later.worst < worst))) {
            maxAbsolute = later.maxAbsolute;
            worst = later.worst;
        }
        maxRelative = later.maxRelative > maxRelative ? later.maxRelative : maxRelative;
        if (later.worstMismatch >= 0
            && (later.worstMismatchError > worstMismatchError
                || (later.worstMismatchError == worstMismatchError
                    && later.worstMismatch < worstMismatch))) {
            worstMismatchError = later.worstMismatchError;
            worstMismatch = later.worstMismatch;
        }
        dot += later.dot;
        expectedSquares += later.expectedSquares;
        actualSquares += later.actualSquares;
        errorSquares += later.errorSquares;
        expectedSum += later.expectedSum;
        errorSum += later.errorSum;
    }
};

} // namespace loupe
