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

/// What two sides have in common and what not.
struct SideFact {
    enum class State {
        Same,
        Differs,  ///< which keeps their speeds from being compared
        Compared, ///< by intent, or of no consequence
    };
    std::string what;
    std::string first;
    std::string second;
    State state = State::Same;

    friend bool operator==(const SideFact &, const SideFact &) = default;
};
std::string_view name(SideFact::State state); ///< "same", "differs", "compared"

/// The dimensions that sides of these kinds tell apart: a run brings its device with it.
std::set<GroupBy> comparedDimensions(const ComparedSide &first, const ComparedSide &second);

/// Suite, method, device, baseline, protocol and precision of both, then how many are correct and
/// timed. `measure`: what was to be compared.
std::vector<SideFact> sideFacts(const Population &first, const Population &second,
                                const std::set<GroupBy> &compared, SpeedMeasure measure);

} // namespace loupe
