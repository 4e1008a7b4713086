// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the golden results of KernelBench-X and TritonBench. A machine's folder holds one
/// `<task>.json` per task, a list of {input_size, ms, GB/s, TFLOPS}. The source is such a folder, a
/// folder of them, or one such file. Each row becomes a golden record of the eager reference, and
/// each machine a run. A run's device is its folder's name, if that is a device or lies in
/// `golden_results`. Device and suite stay unrecorded if the folders' names do not state them. A
/// row's case is its input_size as compact JSON; the n-th row of one size gets " #n".
Result<std::vector<RecordBatch>> readGoldenResults(const std::filesystem::path &source,
                                                   const ReadOptions &options);

/// Returns true for such a folder or file, except below `perf_results`, whose rows are of
/// candidates.
bool isGoldenResults(const std::filesystem::path &source);

/// Returns the name of a row's input in golden records and timings: "[[1024,16]]".
std::string goldenCaseName(const Json &inputSize);

} // namespace loupe
