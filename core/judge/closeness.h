// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"
#include "core/judge/nestedrule.h"
#include "core/model/values/elementtypes.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

namespace loupe {

// Closeness of two elements in the exact arithmetic of torch.isclose (used by allclose and
// testing.assert_close). Difference, product and sum are each rounded to the tensor's type. Whole
// numbers go through float32; complex numbers count by modulus.

/// Rounds a float to the nearest binary16, ties to even, and returns it as a float.
LOUPE_HOST_DEVICE inline float roundToHalf(float value)
{
    const float magnitude = std::fabs(value);
    if (!(magnitude >= 0x1p-14F)) // subnormal: whole multiples of 2^-24; NaN stays
        return value + std::copysign(0.75F, value) - std::copysign(0.75F, value);
    if (magnitude >= 65520.0F)
        return std::copysign(HUGE_VALF, value);
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0xFFFU + (bits >> 13 & 1U)) & ~0x1FFFU);
}

/// Rounds a float to the nearest bfloat16, ties to even, and returns it as a float.
LOUPE_HOST_DEVICE inline float roundToBrain(float value)
{
    if (std::isnan(value))
        return value;
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0x7FFFU + (bits >> 16 & 1U)) & ~0xFFFFU);
}

struct NoRounding {
    template <typename Real>
    LOUPE_HOST_DEVICE static Real rounded(Real value)
    {
        return value;
    }
};
struct HalfRounding {
    LOUPE_HOST_DEVICE static float rounded(float value) { return roundToHalf(value); }
};
struct BrainRounding {
    LOUPE_HOST_DEVICE static float rounded(float value) { return roundToBrain(value); }
};

/// Tolerance of one tensor, prepared for its elements. `Rounding` is applied after each step.
template <std::floating_point Real, typename Rounding = NoRounding>
class RealCloseness
{
public:
    /// `roundsScalars`: the tolerances are rounded to the type as well, as in numpy.
    RealCloseness(const Tolerance &tolerance, NestedRule::Scale scale, bool roundsScalars)
        : m_relative(static_cast<Real>(tolerance.exact ? 0.0 : tolerance.relative))
        , m_absolute(static_cast<Real>(tolerance.exact ? 0.0 : tolerance.absolute))
        , m_ofActual(scale == NestedRule::Scale::Actual)
    {
        if (roundsScalars) {
            m_relative = rounded(m_relative);
            m_absolute = rounded(m_absolute);
        }
    }

    /// Returns whether two numbers are close; false for NaN and infinite differences.
    LOUPE_HOST_DEVICE bool operator()(Real expected, Real actual) const
    {
        const Real error = rounded(std::fabs(rounded(actual - expected)));
        const Real scale = m_ofActual ? actual : expected;
        const Real allowed = rounded(m_absolute + std::fabs(rounded(m_relative * scale)));
        return error <= allowed && error <= std::numeric_limits<Real>::max();
    }

private:
    LOUPE_HOST_DEVICE static Real rounded(Real value) { return Rounding::rounded(value); }

    Real m_relative;
    Real m_absolute;
    bool m_ofActual;
};

/// Closeness of whole numbers: equal, or close as float32.
template <std::integral Whole>
class WholeCloseness
{
public:
    WholeCloseness(const Tolerance &tolerance, NestedRule::Scale scale, bool roundsScalars)
        : m_exact(tolerance.exact || (tolerance.relative == 0.0 && tolerance.absolute == 0.0))
        , m_close(tolerance, scale, roundsScalars)
    {
    }
    LOUPE_HOST_DEVICE bool operator()(Whole expected, Whole actual) const
    {
        return expected == actual
            || (!m_exact && m_close(static_cast<float>(expected), static_cast<float>(actual)));
    }

private:
    bool m_exact;
    RealCloseness<float> m_close;
};

/// Closeness of complex numbers by modulus.
template <std::floating_point Real>
class ComplexCloseness
{
public:
    ComplexCloseness(const Tolerance &tolerance, NestedRule::Scale scale, bool /*roundsScalars*/)
        : m_relative(static_cast<Real>(tolerance.exact ? 0.0 : tolerance.relative))
        , m_absolute(static_cast<Real>(tolerance.exact ? 0.0 : tolerance.absolute))
        , m_ofActual(scale == NestedRule::Scale::Actual)
    {
    }
    LOUPE_HOST_DEVICE bool operator()(ComplexNumber<Real> expected,
                                      ComplexNumber<Real> actual) const
    {
        const Real error = modulus(actual - expected);
        const ComplexNumber<Real> scale = m_ofActual ? actual : expected;
        const Real allowed = m_absolute + modulus({m_relative * scale.re, m_relative * scale.im});
        return error <= allowed && error <= std::numeric_limits<Real>::max();
    }

private:
    LOUPE_HOST_DEVICE static Real modulus(ComplexNumber<Real> value)
    {
        if constexpr (std::same_as<Real, float>) { // rounded once, like the library that torch uses
            const auto real = static_cast<double>(value.re);
            const auto imaginary = static_cast<double>(value.im);
            return static_cast<float>(std::sqrt(real * real + imaginary * imaginary));
        } else {
            return std::hypot(value.re, value.im);
        }
    }

    Real m_relative;
    Real m_absolute;
    bool m_ofActual;
};

// Maps an element type to its closeness.
template <typename Element>
struct TorchCloseness;
template <std::integral Whole>
struct TorchCloseness<Whole> {
    using Type = WholeCloseness<Whole>;
};
template <>
struct TorchCloseness<Boolean> {
    using Type = WholeCloseness<std::uint8_t>;
};
template <std::floating_point Real>
struct TorchCloseness<Real> {
    using Type = RealCloseness<Real>;
};
template <>
struct TorchCloseness<Float8E4M3> {
    using Type = RealCloseness<float>;
};
template <>
struct TorchCloseness<Float8E5M2> {
    using Type = RealCloseness<float>;
};
template <>
struct TorchCloseness<Float16> {
    using Type = RealCloseness<float, HalfRounding>;
};
template <>
struct TorchCloseness<BFloat16> {
    using Type = RealCloseness<float, BrainRounding>;
};
template <typename Real>
struct TorchCloseness<ComplexNumber<Real>> {
    using Type = ComplexCloseness<Real>;
};

/// Arithmetic of torch and numpy, as a policy of ElementComparer.
struct TorchArithmetic {
    template <typename Element>
    using Closeness = typename TorchCloseness<Element>::Type;
    /// The root mean square is always sqrt(sum of squares / elements), as on a GPU.
    static constexpr bool rescalesSquares = false;
};

} // namespace loupe
