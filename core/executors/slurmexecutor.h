// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executors/executor.h"

#include <filesystem>
#include <memory>
#include <string>

namespace loupe {

/// Runs as array jobs of Slurm, as the site's template says. The plan is split into shards; each
/// task does one of them with `kloupe work` into a store of its own, and what shards hand back is
/// merged into the asker's store while the others run. A task that fails, times out or vanishes is
/// submitted again and goes on where its shard stands, as long as that brings new results. The
/// asker may end at any moment: a run that is resumed finds its job again.
std::unique_ptr<Executor> makeSlurmExecutor(std::filesystem::path templateFile);

} // namespace loupe
