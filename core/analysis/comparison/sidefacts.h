// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedside.h"
#include "core/analysis/comparison/speedmeasure.h"
#include "core/analysis/population/population.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A property of two sides, and whether it is equal.
struct SideFact {
    enum class State {
        Same,
        Differs,  ///< prevents a comparison of their speeds
        Compared, ///< differs on purpose, or without consequence
    };
    std::string what;
    std::string first;
    std::string second;
    State state = State::Same;

    friend bool operator==(const SideFact &, const SideFact &) = default;
};

/// Returns the dimensions that such sides compare. A run implies its device.
std::set<GroupBy> comparedDimensions(const ComparedSide &first, const ComparedSide &second);

/// Returns suite, method, device, baseline, protocol and precision of both sides, then the numbers
/// of correct and timed results. `measure` is the measure to compare by.
std::vector<SideFact> sideFacts(const Population &first, const Population &second,
                                const std::set<GroupBy> &compared, SpeedMeasure measure);

} // namespace loupe
