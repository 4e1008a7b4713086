// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"

#include <cstdint>

namespace loupe {

/// Parts of the feedback that a model gets on its programs.
struct FeedbackRules {
    /// Earlier rounds to include, besides the program being refined.
    enum class History {
        Last, ///< nothing
        Best, ///< each round's result, and the best program if it is another one
        All   ///< each round's result and program
    };

    bool hasBuild = true;    ///< messages of compiler or loader
    bool hasRun = true;      ///< crashes and errors other than wrong values
    bool hasCompare = true;  ///< location and size of differences; else only the verdict
    bool hasTime = true;     ///< time compared with the baseline
    bool hasRoofline = true; ///< reached share of the device's ceilings
    bool hasDevice = true;   ///< activities on the device and profiler counters
    History history = History::Last;
    std::int64_t bytes = 12'000; ///< limit of all quoted text together
};

/// Reads the section "feedback" of a profile. InvalidInput lists every problem with its path.
Result<FeedbackRules> readFeedbackRules(const Profile &profile);

} // namespace loupe
