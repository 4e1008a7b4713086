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
    /// Sorted. If not empty, selects only trajectories with one of these evaluations.
    std::vector<RowId> among = {};
};

/// Returns the indices into `cohort.stories` of the selected stories, in order. Stories without a
/// value come last in either direction. The sort is stable.
std::vector<std::uint32_t> orderedStories(const TrajectoryCohort &cohort, const StoryOrder &order);

} // namespace loupe
