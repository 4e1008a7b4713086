// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"
#include "core/judge/nestedrule.h"
#include "core/model/values/elementtypes.h"

#include <cfloat>
#include <cmath>
#include <concepts>

namespace loupe {

// Magnitudes and differences in double, the basis of all statistics, and closeness by them.
template <typename Value>
LOUPE_HOST_DEVICE double magnitude(Value value)
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
template <typename Value>
LOUPE_HOST_DEVICE double distance(Value e, Value a)
{
    return std::fabs(static_cast<double>(a) - static_cast<double>(e));
}
template <typename Real>
LOUPE_HOST_DEVICE double distance(ComplexNumber<Real> e, ComplexNumber<Real> a)
{
    return std::hypot(static_cast<double>(a.re) - static_cast<double>(e.re), // avoids overflow
                      static_cast<double>(a.im) - static_cast<double>(e.im));
}

/// Tolerance of one tensor, prepared for elements of any type.
class DoubleCloseness
{
public:
    DoubleCloseness(const Tolerance &tolerance, NestedRule::Scale scale, bool /*roundsScalars*/)
        : m_exact(tolerance.exact)
        , m_relative(tolerance.relative)
        , m_absolute(tolerance.absolute)
        , m_ofActual(scale == NestedRule::Scale::Actual)
    {
    }

    /// Returns whether two numbers are close; false for NaN and infinite differences.
    template <typename Value>
    LOUPE_HOST_DEVICE bool operator()(Value expected, Value actual) const
    {
        if (m_exact)
            return expected == actual;
        const double error = distance(expected, actual);
        const double allowed = m_absolute + m_relative * magnitude(m_ofActual ? actual : expected);
        return error <= allowed && error <= DBL_MAX;
    }

private:
    bool m_exact;
    double m_relative;
    double m_absolute;
    bool m_ofActual;
};

/// Arithmetic of native tasks, whose tolerances are ours, as a policy of ElementComparer.
struct DoubleArithmetic {
    template <typename Element>
    using Closeness = DoubleCloseness;
    /// The root mean square is also correct if squares leave the range of double.
    static constexpr bool rescalesSquares = true;
};

} // namespace loupe
