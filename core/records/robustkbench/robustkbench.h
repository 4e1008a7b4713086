// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads results of robust-kbench: its table `results.csv`, or a folder with `eval_results` in it.
/// Those are `compile_results.json`, `test_results.json` and `time_results.json` of each kernel,
/// and `torch_native_results.json` and `torch_compile_results.json` of each task. A folder becomes
/// one run per existing baseline; the baselines' times are stored as golden records per
/// configuration.
Result<std::vector<RecordBatch>> readRobustKbench(const std::filesystem::path &source,
                                                  const ReadOptions &options);

/// Returns true for such a table, or a folder with such results in or below it.
bool isRobustKbench(const std::filesystem::path &source);

} // namespace loupe
