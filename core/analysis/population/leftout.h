// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"

#include <cstddef>
#include <string_view>

namespace loupe {

/// Why an observation is not part of a population.
enum class LeftOutReason {
    OtherRound, ///< the scope asks for one round
    /// Of a condition. Of the baseline: the result counts, its speedup over another baseline does
    /// not.
    OtherValue,
    NotRecorded,     ///< it has a speedup and does not say the condition that the scope asks for
    Copy,            ///< recorded in another run with the same verdict and times to the last digit
    Confirmation,    ///< rounds are told apart, and it is the result of one with fresh inputs
    NoStrictVerdict, ///< strict verdicts are counted
};
std::string_view name(LeftOutReason reason); ///< "other_round", "copy" …

struct LeftOutObservations {
    LeftOutReason reason = LeftOutReason::OtherRound;
    GroupBy condition = GroupBy::All; ///< of OtherValue and NotRecorded
    std::size_t count = 0;

    friend bool operator==(const LeftOutObservations &, const LeftOutObservations &) = default;
};

} // namespace loupe
