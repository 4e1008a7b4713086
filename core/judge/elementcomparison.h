// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/closeness.h"
#include "core/judge/elementrule.h"
#include "core/judge/elementtally.h"

namespace loupe {

// What the comparison does with one pair of elements, for the processor and for a GPU's kernels.

/// Takes pairs of elements of one type into a tally.
template <typename Element>
class ElementComparer
{
public:
    using Traits = ElementTraits<Element>;
    using Wide = typename Traits::Wide;

    /// `tolerance`: the rule's, with what it says of the expectation's root mean square applied.
    ElementComparer(DType dtype, const ElementRule &rule, const Tolerance &tolerance)
        : m_close(tolerance, rule.scale, rule.isNumpy)
        , m_tiny(smallestNormal(dtype))
        , m_equalNan(rule.equalNan)
        , m_measures(rule.measures)
    {
    }

    /// Counts the pair at position `i`; whether it is outside tolerance.
    LOUPE_HOST_DEVICE bool operator()(ElementTally &tally, std::int64_t i, Element expected,
                                      Element actual) const
    {
        const Wide e = Traits::value(expected);
        const Wide a = Traits::value(actual);
        const double error = distance(e, a);
        const bool isClose = m_close(e, a);
        if (m_measures)
            measure(tally, e, a);
        if (error <= DBL_MAX)
            count(tally, i, error, magnitude(e));
        else if (special(tally, e, a))
            return false;
        if (isClose)
            return false;
        ++tally.mismatched;
        if (error <= DBL_MAX && error > tally.worstMismatchError) {
            tally.worstMismatchError = error;
            tally.worstMismatch = i;
        }
        return true;
    }

    /// |actual - expected| / |expected|, of denormal expectations by the smallest normal number.
    LOUPE_HOST_DEVICE double relativeError(Element expected, Element actual) const
    {
        const Wide e = Traits::value(expected);
        return relative(distance(e, Traits::value(actual)), magnitude(e));
    }

private:
    LOUPE_HOST_DEVICE double relative(double error, double scale) const
    {
        return error / (scale > m_tiny ? scale : m_tiny);
    }

    LOUPE_HOST_DEVICE void count(ElementTally &tally, std::int64_t i, double error,
                                 double scale) const
    {
        ++tally.finite;
        if (error == 0.0)
            return;
        tally.sumOfErrors += error;
        const double share = relative(error, scale);
        tally.sumOfRelatives += share;
        tally.maxRelative = share > tally.maxRelative ? share : tally.maxRelative;
        if (error > tally.maxAbsolute) {
            tally.maxAbsolute = error;
            tally.worst = i;
        }
    }

    /// Counts NaN and infinities; whether the two are equal as such.
    LOUPE_HOST_DEVICE bool special(ElementTally &tally, Wide e, Wide a) const
    {
        tally.expectedNan += isNan(e) ? 1 : 0;
        tally.actualNan += isNan(a) ? 1 : 0;
        tally.expectedInfinite += isInfinite(e) ? 1 : 0;
        tally.actualInfinite += isInfinite(a) ? 1 : 0;
        if (e == a || (m_equalNan && isNan(e) && isNan(a)))
            return true;
        if (!isNan(e) && !isInfinite(e) && (isNan(a) || isInfinite(a)))
            ++tally.notANumber;
        return false;
    }

    /// As float32, which is what the suite that has such measures takes.
    LOUPE_HOST_DEVICE static void measure(ElementTally &tally, Wide e, Wide a)
    {
        const auto expected = static_cast<float>(realPart(e));
        const auto actual = static_cast<float>(realPart(a));
        const auto error = static_cast<double>(actual - expected);
        const auto wideExpected = static_cast<double>(expected);
        const auto wideActual = static_cast<double>(actual);
        tally.dot += wideExpected * wideActual;
        tally.expectedSquares += wideExpected * wideExpected;
        tally.actualSquares += wideActual * wideActual;
        tally.errorSquares += error * error;
        tally.expectedSum += std::fabs(wideExpected);
        tally.errorSum += std::fabs(error);
    }

    typename Traits::Close m_close;
    double m_tiny;
    bool m_equalNan;
    bool m_measures;
};

/// The finite elements' squares, for a root mean square.
struct SquareSum {
    double sum = 0.0;
    std::int64_t finite = 0;

    template <typename Element>
    LOUPE_HOST_DEVICE void add(Element element)
    {
        const double value = magnitude(ElementTraits<Element>::value(element));
        if (!(value <= DBL_MAX))
            return;
        sum += value * value;
        ++finite;
    }
    LOUPE_HOST_DEVICE void merge(const SquareSum &later)
    {
        sum += later.sum;
        finite += later.finite;
    }
    /// The tolerance where it asks for the expectation's root mean square; 0 of no element.
    Tolerance appliedTo(Tolerance tolerance) const
    {
        const double rms = finite == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(finite));
        if (asksForRms(tolerance))
            tolerance.absolute = std::max(tolerance.absolute, tolerance.absoluteOfRms * rms);
        return tolerance;
    }
    static bool asksForRms(const Tolerance &tolerance)
    {
        return !tolerance.exact && tolerance.absoluteOfRms > 0;
    }
};

/// Calls `work` with a value of the C++ type of the dtype's elements.
template <typename Work>
auto withElement(DType dtype, Work work)
{
    switch (dtype) {
    case DType::Bool:
    case DType::UInt8:
        return work(std::uint8_t{});
    case DType::Int8:
        return work(std::int8_t{});
    case DType::Int16:
        return work(std::int16_t{});
    case DType::Int32:
        return work(std::int32_t{});
    case DType::Int64:
        return work(std::int64_t{});
    case DType::Float16:
        return work(Float16{});
    case DType::BFloat16:
        return work(BFloat16{});
    case DType::Float32:
        return work(float{});
    case DType::Complex64:
        return work(ComplexNumber<float>{});
    case DType::Complex128:
        return work(ComplexNumber<double>{});
    case DType::Float8E4M3:
        return work(Float8E4M3{});
    case DType::Float8E5M2:
        return work(Float8E5M2{});
    case DType::Float64:
        break;
    }
    return work(double{});
}

} // namespace loupe
