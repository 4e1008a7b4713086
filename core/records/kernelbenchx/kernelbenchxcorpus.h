// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads KernelBench-X's `all_records.jsonl`: one transition of the GEAK agent per line, with the
/// states before and after it. Each state becomes one evaluation (a state that two records share
/// must be equal in both); rounds that no record shows become evaluations that are "not recorded",
/// never failures. Flags: `identical_code` (as in the round before), `collapsed_whitespace` (the
/// code lost its line breaks), `not_in_current_set` (the task was dropped from the current 176),
/// `renamed_task`.
Result<std::vector<RecordBatch>> readKernelBenchXCorpus(const std::filesystem::path &file,
                                                        const ReadOptions &options);

/// A *.jsonl file whose first line has the fields of a transition.
bool isKernelBenchXCorpus(const std::filesystem::path &source);

} // namespace loupe
