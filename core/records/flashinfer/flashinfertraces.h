// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads FlashInfer Trace: a dataset folder (`definitions`, `solutions`, `workloads`, `traces`) or
/// one *.jsonl file of traces. A task is a workload of a definition; each trace becomes an
/// evaluation of a solution, whose author is the method. Without `solutions` the author is told
/// from the solution's name, or the solution itself is the method. Several by one author are
/// samples. Each hardware with its libraries becomes a run. Repeated traces of a solution on a
/// workload are attempts. Speedup is against the definition's reference in PyTorch, which nobody
/// has optimised.
Result<std::vector<RecordBatch>> readFlashInferTraces(const std::filesystem::path &source,
                                                      const ReadOptions &options);

/// A *.jsonl file that begins with a trace, or a folder with `traces` and `definitions`.
bool isFlashInferTraces(const std::filesystem::path &source);

} // namespace loupe
