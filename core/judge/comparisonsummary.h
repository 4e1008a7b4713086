// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/elementrule.h"
#include "core/judge/elementtally.h"
#include "core/judge/mismatchmap.h"
#include "core/model/tensorspec.h"

#include <functional>
#include <span>
#include <utility>

namespace loupe {

/// What a pass over a pair of tensors found, wherever it ran.
struct ComparisonFindings {
    ElementTally tally;
    Tolerance applied; ///< the rule's, with the expectation's root mean square applied
    MismatchGatherer mismatches;
};

/// The findings put into words and numbers. `valuesAt` gives expectation and result at a position
/// (of complex numbers the real part); it is asked at most once.
OutputComparison summary(const TensorSpec &spec, const ElementRule &rule,
                         const ComparisonFindings &findings,
                         const std::function<std::pair<double, double>(std::int64_t)> &valuesAt);

/// The mismatches of a tensor from one bit for each element, the lowest bit of a word first. Bits
/// beyond the last element are not looked at.
MismatchGatherer mismatchesFromMask(std::span<const std::int64_t> shape,
                                    std::span<const std::uint32_t> mask);

} // namespace loupe
