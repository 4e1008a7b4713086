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

/// A condition in which a comparison differs from the surrounding scope. Either a side requests a
/// value of its own, or both share a value that is not the most frequent one.
struct ScopeOverride {
    std::string what; ///< "device", "attempt"
    std::string first;
    std::string second;
    std::string around; ///< value of the surrounding scope

    friend bool operator==(const ScopeOverride &, const ScopeOverride &) = default;
};

/// Returns the overrides in the order of conditions, the attempt last. Excludes conditions for
/// which a side or the scope has no single value, because nothing is overridden there.
std::vector<ScopeOverride> scopeOverrides(const Population &first, const Population &second,
                                          const Population &around);

/// Returns "In place of the scope's: device A100 (A) and H100 (B), for L40; suite tritonbench, for
/// kernelbench.", or an empty string if there are none.
std::string text(const std::vector<ScopeOverride> &overrides);

} // namespace loupe
