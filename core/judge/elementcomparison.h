// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/closeness.h"
#include "core/judge/doublecloseness.h"
#include "core/judge/elementtally.h"
#include "core/judge/nestedrule.h"
#include "core/model/values/elementtypes.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>

namespace loupe {

// Comparison of one pair of elements, for processors and GPU kernels.

/// Function that adds pairs of elements of one type to a tally. The arithmetic decides closeness;
/// statistics are in double.
template <typename Element, typename Arithmetic = TorchArithmetic>
class ElementComparer
{
public:
    using Wide = ValueOf<Element>;

    /// `tolerance`: the rule's, with the expectation's root mean square.
    ElementComparer(DType dtype, const ElementRule &rule, const Tolerance &tolerance)
        : m_close(tolerance, rule.scale, rule.isNumpy)
        , m_tiny(smallestNormal(dtype))
        , m_equalNan(rule.equalNan)
        , m_measures(rule.measures)
    {
    }

    /// Counts the pair at position `i`. Returns whether it is outside the tolerance.
    LOUPE_HOST_DEVICE bool operator()(ElementTally &tally, std::int64_t i, Element expected,
                                      Element actual) const
    {
        const Wide e = valueOf(expected);
        const Wide a = valueOf(actual);
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

    /// Returns |actual - expected| / |expected|, or over the smallest normal number for a subnormal
    /// expectation.
    LOUPE_HOST_DEVICE double relativeError(Element expected, Element actual) const
    {
        const Wide e = valueOf(expected);
        return relative(distance(e, valueOf(actual)), magnitude(e));
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

    /// Counts NaN and infinities. Returns whether the two are equal as such.
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

    /// Adds to the measures in float32, like the suite that defines them.
    LOUPE_HOST_DEVICE static void measure(ElementTally &tally, Wide e, Wide a)
    {
        const auto expected = static_cast<float>(asDouble(e));
        const auto actual = static_cast<float>(asDouble(a));
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

    typename Arithmetic::template Closeness<Element> m_close;
    double m_tiny;
    bool m_equalNan;
    bool m_measures;
};

/// Sum of squares of the finite elements.
struct SquareSum {
    double sum = 0.0;
    std::int64_t finite = 0;

    template <typename Element>
    LOUPE_HOST_DEVICE void add(Element element)
    {
        addMagnitude(magnitude(valueOf(element)));
    }
    LOUPE_HOST_DEVICE void addMagnitude(double value)
    {
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
    /// Returns the root mean square; 0 without elements.
    double rootMeanSquare() const
    {
        return finite == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(finite));
    }
    /// Returns whether the squares were too large or too small for a double.
    bool leftTheRange() const { return finite > 0 && !(sum >= DBL_MIN && sum <= DBL_MAX); }
};

inline bool asksForRms(const Tolerance &tolerance)
{
    return !tolerance.exact && tolerance.absoluteOfRms > 0;
}

/// Returns the tolerance, with the expectation's root mean square if it uses that.
inline Tolerance withRms(Tolerance tolerance, double rms)
{
    if (asksForRms(tolerance))
        tolerance.absolute = std::max(tolerance.absolute, tolerance.absoluteOfRms * rms);
    return tolerance;
}

} // namespace loupe
