// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"
#include "core/judge/complexnumber.h"
#include "core/judge/float8.h"
#include "core/judge/halffloat.h"
#include "core/judge/nestedrule.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

namespace loupe {

// Whether one element is close to another, in the very arithmetic of torch.isclose (which allclose
// and testing.assert_close use): the difference, the product and the sum are each rounded to the
// tensor's own type, whole numbers go through float32, complex numbers count by modulus.

/// A float rounded to the nearest binary16, ties to even, as a float.
LOUPE_HOST_DEVICE inline float roundToHalf(float value)
{
    const float magnitude = std::fabs(value);
    if (!(magnitude >= 0x1p-14F)) // subnormal there: whole multiples of 2^-24; NaN stays
        return value + std::copysign(0.75F, value) - std::copysign(0.75F, value);
    if (magnitude >= 65520.0F)
        return std::copysign(HUGE_VALF, value);
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0xFFFU + (bits >> 13 & 1U)) & ~0x1FFFU);
}

/// A float rounded to the nearest bfloat16, ties to even, as a float.
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

/// The tolerance of one tensor, ready for its elements. `Rounding` is applied after each step.
template <std::floating_point Real, typename Rounding = NoRounding>
class RealCloseness
{
public:
    /// `roundsScalars`: as numpy does, the two tolerances are rounded to the type themselves.
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

    /// For numbers; NaN and infinite differences are never close.
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

/// What the comparison needs to know of an element type: `Wide` holds its value for the closeness,
/// `value` reads it, `close` is the arithmetic.
template <typename Element>
struct ElementTraits;

template <typename Element, typename WideType, typename CloseType>
struct ReadsAsFloat {
    using Wide = WideType;
    using Close = CloseType;
    LOUPE_HOST_DEVICE static Wide value(Element element) { return toFloat(element); }
};

template <>
struct ElementTraits<float> {
    using Wide = float;
    using Close = RealCloseness<float>;
    LOUPE_HOST_DEVICE static Wide value(float element) { return element; }
};
template <>
struct ElementTraits<double> {
    using Wide = double;
    using Close = RealCloseness<double>;
    LOUPE_HOST_DEVICE static Wide value(double element) { return element; }
};
template <>
struct ElementTraits<Float16> : ReadsAsFloat<Float16, float, RealCloseness<float, HalfRounding>> {
};
template <>
struct ElementTraits<BFloat16>
    : ReadsAsFloat<BFloat16, float, RealCloseness<float, BrainRounding>> {
};
template <>
struct ElementTraits<Float8E4M3> : ReadsAsFloat<Float8E4M3, float, RealCloseness<float>> {
};
template <>
struct ElementTraits<Float8E5M2> : ReadsAsFloat<Float8E5M2, float, RealCloseness<float>> {
};

/// Whole numbers: equal, or close as float32.
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

template <std::integral Whole>
struct ElementTraits<Whole> {
    using Wide = Whole;
    using Close = WholeCloseness<Whole>;
    LOUPE_HOST_DEVICE static Wide value(Whole element) { return element; }
};

/// Complex numbers by modulus.
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
        if constexpr (std::same_as<Real, float>) { // rounded once, like the library torch uses
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

template <std::floating_point Real>
struct ElementTraits<ComplexNumber<Real>> {
    using Wide = ComplexNumber<Real>;
    using Close = ComplexCloseness<Real>;
    LOUPE_HOST_DEVICE static Wide value(ComplexNumber<Real> element) { return element; }
};

} // namespace loupe
