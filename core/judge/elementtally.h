// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/dtype.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>

namespace loupe {

// The magnitude of the difference, of a number, and whether it is NaN or infinite, for statistics.
template <typename Wide>
double magnitude(Wide value)
{
    return std::fabs(static_cast<double>(value));
}
template <typename Real>
double magnitude(std::complex<Real> value)
{
    const std::complex<double> wide(value);
    if constexpr (std::same_as<Real, float>) // cannot overflow
        return std::sqrt(wide.real() * wide.real() + wide.imag() * wide.imag());
    else
        return std::abs(wide);
}
template <typename Wide>
double distance(Wide e, Wide a)
{
    return std::fabs(static_cast<double>(a) - static_cast<double>(e));
}
template <typename Real>
double distance(std::complex<Real> e, std::complex<Real> a)
{
    return magnitude(std::complex<double>(a) - std::complex<double>(e)); // hypot: no overflow
}
/// Of a complex number its real part: where there is room for one number only.
template <typename Wide>
double realPart(Wide value)
{
    return static_cast<double>(value);
}
template <typename Real>
double realPart(std::complex<Real> value)
{
    return static_cast<double>(value.real());
}
template <typename Wide>
bool isNan(Wide value)
{
    if constexpr (std::integral<Wide>)
        return false;
    else
        return std::isnan(value);
}
template <typename Real>
bool isNan(std::complex<Real> value)
{
    return std::isnan(value.real()) || std::isnan(value.imag());
}
template <typename Wide>
bool isInfinite(Wide value)
{
    if constexpr (std::integral<Wide>)
        return false;
    else
        return std::isinf(value);
}
template <typename Real>
bool isInfinite(std::complex<Real> value)
{
    return !isNan(value) && (std::isinf(value.real()) || std::isinf(value.imag()));
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

/// What a part of a tensor gave; parts are merged in order.
struct ElementTally {
    std::int64_t finite = 0; ///< on both sides
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

    void merge(const ElementTally &later)
    {
        finite += later.finite;
        notANumber += later.notANumber;
        expectedNan += later.expectedNan;
        expectedInfinite += later.expectedInfinite;
        actualNan += later.actualNan;
        actualInfinite += later.actualInfinite;
        sumOfErrors += later.sumOfErrors;
        sumOfRelatives += later.sumOfRelatives;
        if (later.worst >= 0 && (worst < 0 || later.maxAbsolute > maxAbsolute)) {
            maxAbsolute = later.maxAbsolute;
            worst = later.worst;
        }
        maxRelative = std::max(maxRelative, later.maxRelative);
        if (later.worstMismatchError > worstMismatchError) {
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
