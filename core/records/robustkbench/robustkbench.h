// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads results of robust-kbench: its table (robustkbenchcsv.h), or a folder with `eval_results`
/// in it: `compile_results.json`, `test_results.json` and `time_results.json` beside each kernel,
/// `torch_native_results.json` and `torch_compile_results.json` of each task. A folder becomes one
/// run for each of the two baselines that it has; their times are kept as golden records per
/// configuration.
Result<std::vector<RecordBatch>> readRobustKbench(const std::filesystem::path &source,
                                                  const ReadOptions &options);

/// Such a table, or a folder with such results in it or below.
bool isRobustKbench(const std::filesystem::path &source);

} // namespace loupe
