// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the golden results of KernelBench-X and TritonBench: a folder of `<task>.json`, each a
/// list of {input_size, ms, GB/s, TFLOPS}, a folder of such folders, one per machine, or one such
/// file by itself. Each row becomes a golden record of the eager reference; each machine one run,
/// its device named after the folder where that is a device's name or lies in `golden_results`.
/// Neither device nor suite is recorded where the folders' names do not tell it. A row's case is
/// its input_size as compact JSON; the n-th row of one size gets " #n".
Result<std::vector<RecordBatch>> readGoldenResults(const std::filesystem::path &source,
                                                   const ReadOptions &options);

/// Such a folder or file; never what is in one called `perf_results`, whose rows are of candidates.
bool isGoldenResults(const std::filesystem::path &source);

/// "[[1024,16]]": how golden records and timings name the input of a row.
std::string goldenCaseName(const Json &inputSize);

} // namespace loupe
