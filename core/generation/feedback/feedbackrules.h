// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"

#include <cstdint>

namespace loupe {

/// What a model is told of its programs.
struct FeedbackRules {
    /// Of earlier rounds beside the one that is gone on from.
    enum class History {
        Last, ///< nothing
        Best, ///< each round's result, and the best program where another one is gone on from
        All   ///< each round's result and program
    };

    bool hasBuild = true;    ///< what compiler or loader said
    bool hasRun = true;      ///< how it died, or what it did wrong beside values
    bool hasCompare = true;  ///< where values differ, and how much; else the verdict alone
    bool hasTime = true;     ///< its time against the baseline's
    bool hasRoofline = true; ///< how much of the device's ceilings it reaches
    bool hasDevice = true;   ///< what ran on the device, and what a profiler counted
    History history = History::Last;
    std::int64_t bytes = 12'000; ///< of all that is quoted, together
};

/// The section "feedback" of a profile. InvalidInput with every problem by its place.
Result<FeedbackRules> readFeedbackRules(const Profile &profile);

} // namespace loupe
