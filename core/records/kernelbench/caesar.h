// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads Caesar's multi-turn logs on KernelBench: one `log.json`, or a run's folder with
/// `problem_<id>/sample_<id>/log.json` below it. Turn k becomes round k - 1 of its sample, with the
/// prompt that led to it; a turn without a result is "not recorded". `result`, a repeated
/// evaluation of the last kernel, is only stored in the record; if it differs, the last turn is
/// flagged `re_evaluation_differs`.
Result<std::vector<RecordBatch>> readCaesar(const std::filesystem::path &source,
                                            const ReadOptions &options);

/// Returns true for such a file or folder.
bool isCaesar(const std::filesystem::path &source);

} // namespace loupe
