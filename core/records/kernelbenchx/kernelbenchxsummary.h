// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Returns true if this is KernelBench-X's `summary.json`.
bool isKernelBenchXSummary(const std::filesystem::path &file);

/// Reads a summary without other files. It contains counts: each counted task becomes an unnamed
/// task with the stage it reached, flagged from_counts. Times and speedups of single tasks are
/// unknown; totals become a note.
Result<std::vector<RecordBatch>> readKernelBenchXSummary(const std::filesystem::path &file,
                                                         const ReadOptions &options);

} // namespace loupe
