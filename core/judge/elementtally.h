// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"

#include <cstdint>

namespace loupe {

/// Counts and sums of a part of a tensor.
struct ElementTally {
    std::int64_t mismatched = 0; ///< outside the tolerance
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
    std::int64_t worstMismatch = -1; ///< largest finite error outside the tolerance
    double worstMismatchError = -1.0;
    // For the measures:
    double dot = 0.0;
    double expectedSquares = 0.0;
    double actualSquares = 0.0;
    double errorSquares = 0.0;
    double expectedSum = 0.0;
    double errorSum = 0.0;

    /// Adds another part. The sums are added in the order of the calls.
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
        // Parts of a device's threads interleave, so the position decides between equal errors.
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
