// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads Caesar's logs of several turns on KernelBench: one `log.json`, or a run's folder with
/// `problem_<id>/sample_<id>/log.json` below it. Turn k becomes round k - 1 of its sample, with the
/// prompt that led to it; a turn without a result is "not recorded". `result`, which evaluates the
/// last kernel once more, is kept in the record only; where it differs, the last turn is marked
/// `re_evaluation_differs`.
Result<std::vector<RecordBatch>> readCaesar(const std::filesystem::path &source,
                                            const ReadOptions &options);

/// Such a file or folder.
bool isCaesar(const std::filesystem::path &source);

} // namespace loupe
