// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads FlashInfer Trace: a dataset folder (`definitions`, `solutions`, `workloads`, `traces`) or
/// one *.jsonl file of traces. A task is a workload of a definition. Each trace becomes an
/// evaluation of a solution, and the solution's author is the method. Without `solutions`, the
/// author is parsed from the solution's name, or the solution itself is the method. Several
/// solutions by one author are samples; repeated traces of one solution and workload are attempts.
/// Each combination of hardware and libraries becomes a run. Speedup is relative to the
/// definition's unoptimised PyTorch reference.
Result<std::vector<RecordBatch>> readFlashInferTraces(const std::filesystem::path &source,
                                                      const ReadOptions &options);

/// Returns true for a *.jsonl file that begins with a trace, or a folder with `traces` and
/// `definitions`.
bool isFlashInferTraces(const std::filesystem::path &source);

} // namespace loupe
