// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

struct ConditionValue {
    std::string value;
    std::size_t cells = 0; ///< counted before the choice

    friend bool operator==(const ConditionValue &, const ConditionValue &) = default;
};

/// A condition of a population: its values, the one with the most cells first, and how they are
/// handled.
struct PopulationCondition {
    enum class State {
        Single,  ///< all share one value, or none is recorded
        Largest, ///< several; the one with the most cells was chosen
        Only,    ///< one was requested
        Split,   ///< several, kept separate
        Pooled,  ///< several, pooled on request
        Unasked, ///< several, but they affect only speedups and none exists; all count
    };
    GroupBy condition = GroupBy::Suite;
    State state = State::Single;
    std::string value; ///< of Single, Largest and Only; empty if none is recorded or chosen
    std::vector<ConditionValue> values;

    /// Returns true if there were several values to choose from.
    bool hasSeveral() const { return values.size() > 1; }

    friend bool operator==(const PopulationCondition &, const PopulationCondition &) = default;
};
std::string_view name(PopulationCondition::State state); ///< "single", "largest" …

} // namespace loupe
