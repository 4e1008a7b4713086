// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedside.h"
#include "core/analysis/comparison/speedmeasure.h"
#include "core/analysis/population/population.h"
#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// What can be done where two sides cannot be compared as they are.
struct SideWay {
    std::string title;  ///< "Use eager on both sides"
    std::string reason; ///< how many tasks that leaves, or why it is not possible
    std::string verb;   ///< for a button: "Use eager"
    int tasks = 0;
    bool isPossible = true;
    ComparedSide first; ///< what the sides become
    ComparedSide second;
    std::optional<SpeedMeasure> measure; ///< empty: what both sides have
};

/// Two sides whose speeds were measured under different conditions.
struct RefusedSides {
    std::span<const MetricRow> rows; ///< everything under the filter, to find other sides in
    const ComparedSide &first;
    const ComparedSide &second;
    const Population &ofFirst;
    const Population &ofSecond;
    bool haveUnlikeClocks = false;
};

/// Other runs that share the condition, outcomes alone, times in place of speedups; what leaves the
/// most tasks first, what is not possible last.
std::vector<SideWay> waysToCompare(const RefusedSides &sides);

} // namespace loupe
