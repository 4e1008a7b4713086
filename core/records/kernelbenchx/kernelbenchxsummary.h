// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Whether this is KernelBench-X's `summary.json`.
bool isKernelBenchXSummary(const std::filesystem::path &file);

/// Reads a summary that lies alone. It holds counts: each task of it becomes one that is not named,
/// with the stage that as many of them reached, marked from_counts. Times and speedups of single
/// tasks are not known; what is stated of all together becomes a note.
Result<std::vector<RecordBatch>> readKernelBenchXSummary(const std::filesystem::path &file,
                                                         const ReadOptions &options);

} // namespace loupe
