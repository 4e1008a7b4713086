// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads an agent loop's `results.jsonl` around KernelBench's evaluator: one line per problem with
/// level, number, status and the evaluator's answer. The source is the file or its folder, with
/// `generated_kernels/` and a `summary.json` whose counts are compared. One run per device, model
/// and precision. Generated but unevaluated kernels are no build with the recorded reason
/// (`static_failed`), an empty submission (`extraction_failed`) or an infrastructure failure
/// (`evaluation_error`). For `generation_error` the traceback's origin decides.
Result<std::vector<RecordBatch>> readKernelBenchAgent(const std::filesystem::path &source,
                                                      const ReadOptions &options);

/// Returns true for a *.jsonl file with the fields of such a line, or a folder with such a
/// `results.jsonl`.
bool isKernelBenchAgent(const std::filesystem::path &source);

} // namespace loupe
