// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the files collected by KernelBench-X's controller: `good_fixes.jsonl`,
/// `good_changes.jsonl`, `good_implementations.jsonl` and `error_samples.jsonl`, given as their
/// folder or one of them. A fix or change becomes two rounds of one sample and the transition
/// between them, the others one evaluation each. Samples are numbered by task and model in the
/// order of the files. Only stated facts are stored. The state before a fix failed its stage; a
/// kernel that passed the first stage may still be wrong. An error sample may be of any stage, so
/// it is "not recorded" with its text (flag `error_sample`).
Result<std::vector<RecordBatch>> readKernelBenchXCollected(const std::filesystem::path &source,
                                                           const ReadOptions &options);

/// Returns true for one of these files, or a folder with one.
bool isKernelBenchXCollected(const std::filesystem::path &source);

} // namespace loupe
