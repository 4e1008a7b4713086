// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/scoreboard.h"
#include "core/store/rows/storedvalues.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// State of a study when the user left it.
struct StudyVisit {
    std::string leftAt;           ///< ISO 8601 UTC
    std::int64_t evaluations = 0; ///< of all runs
    std::int64_t lastRun = 0;     ///< the largest RunId
    std::int64_t tasks = 0;
    std::int64_t solved = 0; ///< tasks solved by at least one method
    std::string headline;    ///< of the overview
};

StudyVisit visitOf(const Population &population, const Scoreboard &board,
                   std::span<const RunSummary> runs, std::string now);

/// Returns sentences about the changes since `before`: runs with their results, further results,
/// tasks solved. Returns one sentence if nothing changed.
std::vector<std::string> changesSince(const StudyVisit &before, const StudyVisit &now,
                                      std::span<const RunSummary> runs);

} // namespace loupe
