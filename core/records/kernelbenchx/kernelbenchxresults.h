// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the results of one KernelBench-X evaluation. The source is the folder with `metrics.json`
/// or `results_{call,exe,eff}.jsonl` or their shards (also in its `intermediate/`), or one of these
/// files. It may also be a `controller_state.json`, or a `summary.json` alone
/// (kernelbenchxsummary.h). `metrics.json` takes precedence. Contradictions of the stages' files
/// are noted, and their additional facts (such as the text of a mismatch) are used. `summary.json`
/// is compared. Numbers may be "N/A". Method, round and device come from `summary.json`,
/// `controller_state.json` and the names of folders (`<gpu>/<agent>/metrics.json`), noted if
/// guessed. A task that failed the first stage has no line in the second, so it is "no build", not
/// unknown.
Result<std::vector<RecordBatch>> readKernelBenchXResults(const std::filesystem::path &source,
                                                         const ReadOptions &options);

/// Returns true for such a folder or file, by names and beginnings.
bool isKernelBenchXResults(const std::filesystem::path &source);

} // namespace loupe
