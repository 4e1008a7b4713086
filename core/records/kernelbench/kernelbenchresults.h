// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads KernelBench's `eval_results.json`, with one record per problem (before October 2025) or a
/// list of them, given as the file or its run folder. Kernels, configuration and
/// `pass_at_k_results.json` next to it are included. One run per device. The level comes from the
/// kernels' names, the configuration or the folder's name, because the file lacks it. A guess is
/// noted; without any level the file is refused. Of repeated samples the last counts (flag
/// `repeated_record`). A kernel without a result is "not recorded".
Result<std::vector<RecordBatch>> readKernelBenchResults(const std::filesystem::path &source,
                                                        const ReadOptions &options);

/// Returns true for `eval_results.json`, a JSON file with its fields, or a folder with the former.
bool isKernelBenchResults(const std::filesystem::path &source);

} // namespace loupe
