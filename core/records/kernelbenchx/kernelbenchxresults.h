// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the results of one KernelBench-X evaluation: the folder with `metrics.json` or
/// `results_{call,exe,eff}.jsonl` or their shards (also in its `intermediate/`), one of these
/// files, a `controller_state.json`, or a `summary.json` alone (kernelbenchxsummary.h).
/// `metrics.json` counts; where the stages' files say otherwise, that is noted, and what they add
/// (the text of a mismatch) is taken. `summary.json` is compared. Numbers may be "N/A". Method,
/// round and device come from `summary.json`, `controller_state.json` and the names of folders
/// (`<gpu>/<agent>/metrics.json`), noted when guessed. A task that failed the first stage has no
/// line in the second: then it is "no build", not unknown.
Result<std::vector<RecordBatch>> readKernelBenchXResults(const std::filesystem::path &source,
                                                         const ReadOptions &options);

/// A folder or file as above, by names and beginnings.
bool isKernelBenchXResults(const std::filesystem::path &source);

} // namespace loupe
