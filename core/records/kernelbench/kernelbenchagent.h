// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads an agent loop's `results.jsonl` around KernelBench's evaluator (one line per problem with
/// level, number, status and the evaluator's answer), given as the file or as its folder, with
/// `generated_kernels/` and a `summary.json` beside it, whose counts are compared. One run per
/// device, model and precision. What was generated but never evaluated is no build with the
/// recorded reason (`static_failed`), an empty submission (`extraction_failed`), a failure of the
/// machinery (`evaluation_error`), or what the origin of its traceback says (`generation_error`,
/// agentfault.h).
Result<std::vector<RecordBatch>> readKernelBenchAgent(const std::filesystem::path &source,
                                                      const ReadOptions &options);

/// A *.jsonl file with the fields of such a line, or a folder with such a `results.jsonl`.
bool isKernelBenchAgent(const std::filesystem::path &source);

} // namespace loupe
