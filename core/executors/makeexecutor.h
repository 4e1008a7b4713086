// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runpreset.h"
#include "core/executors/executor.h"

#include <memory>
#include <string>

namespace loupe {

/// Makes the executor of a place, with the checks of outsideuse.h. The observer is told if
/// candidates run outside the sandbox. Dry runs are planned on this machine. Places:
///   local                              this machine
///   ssh:[USER@]HOST[:PORT][/PROGRAM]   a machine that OpenSSH reaches; PROGRAM is the full path
///                                      of kloupe there, otherwise its search path finds it
///   slurm:TEMPLATE                     an array job, described by the site's template file
/// InvalidInput for anything else. No shell of ours ever interprets a place.
Result<std::unique_ptr<Executor>> makeExecutor(const std::string &place);

/// Executes a run at its place.
Result<RunOutcome> runAtPlace(RunRequest request, RunObserver &observer,
                              const std::stop_token &stop);

/// Does presetOf(). InvalidInput if the request's place is none.
Result<RunPreset> presetToKeep(const RunRequest &request, const std::string &name);

} // namespace loupe
