// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// Writes everything that others need to repeat one evaluation into the new folder `folder`:
///   evaluation.kloupe   a store with this evaluation only, with its seeds and options
///   candidate.*, reference.*, build.log, run.log, environment.json, evaluation.json
///   suite/              the task, for native tasks and KernelBench, if its folder still holds it
///                       unchanged
///   run.sh              kloupe rerun with the same seeds; README.md, SHA256SUMS
/// Leaves local folders out of the stored options. Returns InvalidInput if `folder` exists or the
/// evaluation has no source, NotFound if there is no such evaluation. Removes `folder` on failure.
Status writeBundle(const std::filesystem::path &store, RowId evaluation,
                   const std::filesystem::path &folder);

/// Packs the regular files below `folder` into `file`, a tar.gz, under the folder's name. Equal
/// contents and modes give equal bytes: entries are sorted by name, without owners and times. On an
/// Io error `file` is unchanged.
Status archiveFolder(const std::filesystem::path &folder, const std::filesystem::path &file);

} // namespace loupe
