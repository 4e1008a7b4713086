// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executors/executor.h"

#include <filesystem>
#include <memory>
#include <string>

namespace loupe {

/// Makes the place for Slurm array jobs, described by the site's template. It splits the plan
/// into shards; each task runs one with `kloupe work` into its own store. Finished results are
/// merged into the requesting side's store while other shards run. A task that fails, times out or
/// vanishes is resubmitted and resumes its shard, as long as that brings new results. This process
/// may end at any moment: a resumed run finds its job again.
std::unique_ptr<RunPlace> makeSlurmPlace(std::filesystem::path templateFile);

} // namespace loupe
