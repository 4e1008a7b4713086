// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedside.h"
#include "core/analysis/comparison/speedmeasure.h"
#include "core/analysis/population/population.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// An alternative for two sides that cannot be compared as they are.
struct SideWay {
    std::string title;  ///< "Use eager on both sides"
    std::string reason; ///< number of tasks that remain, or why it is not possible
    std::string verb;   ///< button label: "Use eager"
    int tasks = 0;
    bool isPossible = true;
    ComparedSide first; ///< the sides after the change
    ComparedSide second;
    std::optional<SpeedMeasure> measure; ///< nullopt: unchanged
};

/// Two sides whose speeds were measured under different conditions.
struct RefusedSides {
    std::span<const MetricRow> rows; ///< all rows under the filter, to find other sides in
    const ComparedSide &first;
    const ComparedSide &second;
    const Population &ofFirst;
    const Population &ofSecond;
    bool haveUnlikeClocks = false;
};

/// Returns the alternatives: other runs that share the condition, outcomes only, or times instead
/// of speedups. Those that keep the most tasks come first, impossible ones last.
std::vector<SideWay> waysToCompare(const RefusedSides &sides);

} // namespace loupe
