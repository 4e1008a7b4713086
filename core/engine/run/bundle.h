// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// Writes what somebody else needs to do one evaluation again into the new folder `folder`:
///   evaluation.kloupe   a store with this evaluation alone, its seeds and options included
///   candidate.*, reference.*, build.log, run.log, environment.json, evaluation.json
///   suite/              the task, of native tasks and of KernelBench, where its folder is there
///   and
///                       the task is still the one that was judged
///   run.sh              kloupe rerun with the same seeds; README.md, SHA256SUMS
/// Folders of this machine are left out of the stored options. InvalidInput when `folder` exists or
/// the evaluation is without its source, NotFound when there is no such evaluation; what was begun
/// is removed on failure.
Status writeBundle(const std::filesystem::path &store, RowId evaluation,
                   const std::filesystem::path &folder);

} // namespace loupe
