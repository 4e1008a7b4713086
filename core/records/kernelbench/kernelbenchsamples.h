// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Returns true if this is one of KernelBench's published samples, or contains them:
/// `level<L>/<model>/problem_<P>/sample_<S>/kernel.json`.
bool isKernelBenchSamples(const std::filesystem::path &source);

/// Reads the kernels and their results, one run per model. A kernel with several evaluations
/// ("eval_0", "eval_1" …) has as many attempts; one without stays unknown.
Result<std::vector<RecordBatch>> readKernelBenchSamples(const std::filesystem::path &source,
                                                        const ReadOptions &options);

} // namespace loupe
