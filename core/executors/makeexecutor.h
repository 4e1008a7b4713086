// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executors/executor.h"

#include <memory>
#include <string>

namespace loupe {

/// What `request` has from a file runs only once the user accepted it (outsideuse.h), and the
/// observer is told where candidates leave the sandbox. By the name of a place:
///   local                              this machine
///   ssh:[USER@]HOST[:PORT][/PROGRAM]   a machine that OpenSSH reaches; PROGRAM is the whole path
///                                      of kloupe there, otherwise its search path finds it
///   slurm:TEMPLATE                     an array job, as the site's template file says
/// InvalidInput for anything else: nothing of a place is ever read by a shell of ours.
Result<std::unique_ptr<Executor>> makeExecutor(const std::string &place);

} // namespace loupe
