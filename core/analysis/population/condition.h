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

/// The reason why an observation is not part of a population.
enum class LeftOutReason {
    OtherRound, ///< the scope selects another round
    /// Another value of a condition. For a baseline, the result counts, but its speedup does not.
    OtherValue,
    NotRecorded,     ///< it has a speedup, but does not record the scope's condition
    Copy,            ///< recorded in another run with the same verdict and identical times
    Confirmation,    ///< rounds are separate, and it is a confirmation with fresh inputs
    NoStrictVerdict, ///< strict verdicts are counted, and it has none
    /// The baseline is a method without a time for it. The result counts, but has no speedup.
    NoMethodTime,
};
std::string_view name(LeftOutReason reason); ///< "other_round", "copy" …

struct LeftOutObservations {
    LeftOutReason reason = LeftOutReason::OtherRound;
    GroupBy condition = GroupBy::All; ///< of OtherValue, NotRecorded, NoMethodTime
    std::size_t count = 0; ///< of results, whatever the number of their baselines; or of speedups

    friend bool operator==(const LeftOutObservations &, const LeftOutObservations &) = default;
};

} // namespace loupe
