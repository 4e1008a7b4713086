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
    std::size_t cells = 0; ///< before one was chosen

    friend bool operator==(const ConditionValue &, const ConditionValue &) = default;
};

/// A condition of a population: its values, the one with the most cells first, and what was done.
struct PopulationCondition {
    enum class State {
        Single,  ///< all share one value, or none is recorded
        Largest, ///< several; the first was taken because it has the most cells
        Only,    ///< one was asked for
        Split,   ///< several, told apart
        Pooled,  ///< several, counted together on demand
        Unasked, ///< several, which matter to speedups alone, and nothing has one: all are counted
    };
    GroupBy condition = GroupBy::Suite;
    State state = State::Single;
    std::string value; ///< of Single, Largest and Only; empty where none is recorded or chosen
    std::vector<ConditionValue> values;

    /// Whether there were several values to choose among.
    bool hasSeveral() const { return values.size() > 1; }

    friend bool operator==(const PopulationCondition &, const PopulationCondition &) = default;
};
std::string_view name(PopulationCondition::State state); ///< "single", "largest" …

} // namespace loupe
