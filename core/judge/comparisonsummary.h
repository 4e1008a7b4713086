// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/elementtally.h"
#include "core/judge/mismatchmap.h"
#include "core/judge/nestedrule.h"
#include "core/model/values/tensorspec.h"

#include <functional>
#include <span>
#include <utility>

namespace loupe {

/// Result of a pass over a pair of tensors, on a processor or a GPU.
struct ComparisonFindings {
    ElementTally tally;
    Tolerance applied; ///< the rule's, with the expectation's root mean square
    MismatchGatherer mismatches;
};

/// Converts the findings to a report. Calls `valuesAt` at most once for expectation and result at a
/// position (of complex numbers the real part).
OutputComparison summary(const TensorSpec &spec, const ElementRule &rule,
                         const ComparisonFindings &findings,
                         const std::function<std::pair<double, double>(std::int64_t)> &valuesAt);

/// Gathers mismatches from one bit per element, the lowest bit of a word first. Ignores bits beyond
/// the last element.
MismatchGatherer mismatchesFromMask(std::span<const std::int64_t> shape,
                                    std::span<const std::uint32_t> mask);

} // namespace loupe
