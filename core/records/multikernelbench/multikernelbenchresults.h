// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the output of MultiKernelBench's evaluation. The source is `result.json`,
/// `result_<categories>.json`, the single record of its runner (named after the operator), or
/// `baselines`. It may also be any folder of its `output` tree, with adjacent responses. Language,
/// strategy, sampling, model and sample come from the path; a run contains all samples of one
/// combination on one device. Categories come from the suite's operators, never from file names. If
/// the source has a baseline of the same language and device, speedups are baseline mean /
/// candidate mean, as the suite defines them. Pallas records seconds, which are converted to
/// milliseconds.
Result<std::vector<RecordBatch>> readMultiKernelBenchResults(const std::filesystem::path &source,
                                                             const ReadOptions &options);

/// Returns true for a *.json file that begins like a record or an object of them. Also true for a
/// folder with such a file named result*.json in or below it.
bool isMultiKernelBenchResults(const std::filesystem::path &source);

} // namespace loupe
