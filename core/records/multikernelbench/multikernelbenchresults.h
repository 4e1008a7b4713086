// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads what MultiKernelBench's evaluation writes: `result.json`, `result_<categories>.json`, the
/// single record of its runner (named after the operator), or any folder of its `output` tree with
/// the responses beside them, and `baselines`. Language, strategy, sampling, model and sample come
/// from the path; a run holds all samples of one of these on one device. Categories come from the
/// suite's operators, never from file names. With a baseline of the same language and device in
/// the source, speedups are baseline mean / candidate mean, as the suite defines them. Pallas
/// records seconds: they become milliseconds.
Result<std::vector<RecordBatch>> readMultiKernelBenchResults(const std::filesystem::path &source,
                                                             const ReadOptions &options);

/// A *.json file that begins like a record or an object of them, or a folder with such a file
/// named result*.json in it or below.
bool isMultiKernelBenchResults(const std::filesystem::path &source);

} // namespace loupe
