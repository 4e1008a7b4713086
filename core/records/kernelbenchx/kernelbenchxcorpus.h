// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads KernelBench-X's `all_records.jsonl`: one transition of the GEAK agent per line, with the
/// states before and after it. Each state becomes one evaluation; a state in two records must be
/// equal in both. Rounds without a record become evaluations that are "not recorded", never
/// failures. Flags: `identical_code` (as in the previous round), `collapsed_whitespace` (the code
/// lost its line breaks), `not_in_current_set` (the task is not in the current 176),
/// `renamed_task`.
Result<std::vector<RecordBatch>> readKernelBenchXCorpus(const std::filesystem::path &file,
                                                        const ReadOptions &options);

/// Returns true for a *.jsonl file whose first line has the fields of a transition.
bool isKernelBenchXCorpus(const std::filesystem::path &source);

} // namespace loupe
