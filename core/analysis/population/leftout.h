// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"

#include <cstddef>
#include <string_view>

namespace loupe {

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
