// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// A run that began and did not end by itself, and how to go on with it.
struct UnfinishedRun {
    std::string name;
    std::string state;  ///< "cancelled", "interrupted"
    int total = 0;      ///< evaluations of the whole run
    int left = 0;       ///< of these, what a resumed run would evaluate
    RunRequest request; ///< for executeRun(): the same folders and options, resumed
};

/// A run of the plan that `request` goes on with, of which `stored` evaluations need not be done
/// again.
UnfinishedRun unfinishedOf(const Plan &plan, RunRequest request, std::string state, int stored);

/// The newest run of the store that the engine began, if it did not finish; none where it did, or
/// where an engine is at work on it now. Reads suite and candidates to count. Errors: what of them
/// is gone or has changed, or an older profile that does not say how the run was started.
Result<std::optional<UnfinishedRun>> unfinishedRun(const std::filesystem::path &store);

} // namespace loupe
