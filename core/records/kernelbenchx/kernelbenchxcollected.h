// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads what KernelBench-X's controller collects: `good_fixes.jsonl`, `good_changes.jsonl`,
/// `good_implementations.jsonl` and `error_samples.jsonl`, given as their folder or one of them. A
/// fix or change becomes two rounds of one sample and the transition between them, the others one
/// evaluation each; samples are numbered by task and model in the order of the files. Only what a
/// record states is taken: what came before a fix failed its stage, what passed the first stage may
/// still be wrong, and an error sample may be of any stage, so it is "not recorded" with its text
/// (flag `error_sample`).
Result<std::vector<RecordBatch>> readKernelBenchXCollected(const std::filesystem::path &source,
                                                           const ReadOptions &options);

/// One of these files, or a folder that holds one.
bool isKernelBenchXCollected(const std::filesystem::path &source);

} // namespace loupe
