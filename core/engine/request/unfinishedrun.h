// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/engine/request/runrequest.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe {

/// Run that began and did not end by itself, with a request to resume it. It is found in the
/// store's own rows. UnfinishedLog has evaluations that are no rows yet, and UnfinishedImport is a
/// file that is no store yet, so neither can be found this way.
struct UnfinishedRun {
    std::string name;
    std::string state;  ///< "cancelled", "interrupted"
    int total = 0;      ///< evaluations of the whole run
    int left = 0;       ///< evaluations that a resumed run would do
    RunRequest request; ///< for executeRun(): the same folders and options, resumed
};

/// Returns the unfinished run of a plan that `request` resumes, of which `stored` evaluations are
/// done.
UnfinishedRun unfinishedOf(const Plan &plan, RunRequest request, std::string state, int stored);

/// Returns the newest run of the store that the engine began, if it is unfinished. nullopt if it
/// finished, or an engine is running it now. Reads suite and candidates to count. Fails if these
/// are gone or have changed, or if an older profile does not record how the run was started.
Result<std::optional<UnfinishedRun>> unfinishedRun(const std::filesystem::path &store);

} // namespace loupe
