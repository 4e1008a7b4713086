// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/trajectorystory.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

enum class StorySort : std::uint8_t {
    Recorded,
    Task,
    Method,
    Sample,
    Round, ///< outcome in one round, the fastest correct kernel first
    Story,
    BestSpeedup,
    Gain,
    FirstCorrect,
    Tokens,
    Seconds,
};

struct StoryOrder {
    StorySort key = StorySort::Story;
    int round = 0; ///< for StorySort::Round
    bool descending = false;
    std::optional<StoryKind> only;
    bool completeOnly = false;
    /// Sorted; where there are any, only trajectories with one of these evaluations.
    std::vector<RowId> among = {};
};

/// Places in `cohort.stories`, those picked, in order. What has no value comes last whichever the
/// direction; equals stay as they were recorded.
std::vector<std::uint32_t> orderedStories(const TrajectoryCohort &cohort, const StoryOrder &order);

} // namespace loupe
