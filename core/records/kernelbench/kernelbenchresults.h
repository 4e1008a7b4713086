// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads KernelBench's `eval_results.json`, with one record per problem (before October 2025) or a
/// list of them, given as the file or as its run folder; kernels, configuration and
/// `pass_at_k_results.json` beside it are taken in. One run per device. The file does not say its
/// level: that comes from the kernels' names, the configuration or the folder's name, and is noted
/// when guessed; without any the file is refused. Of a sample that occurs twice the last counts
/// (flag `repeated_record`). A kernel without a result is "not recorded".
Result<std::vector<RecordBatch>> readKernelBenchResults(const std::filesystem::path &source,
                                                        const ReadOptions &options);

/// `eval_results.json`, a JSON file with its fields, or a folder that holds the former.
bool isKernelBenchResults(const std::filesystem::path &source);

} // namespace loupe
