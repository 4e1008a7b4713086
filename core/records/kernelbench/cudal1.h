// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the published kernels of CUDA-L1: one JSON line per KernelBench task, one file per GPU
/// (named after it), or a folder of such files. Each GPU becomes five runs, one per baseline of the
/// speedups. The sizes are those of KernelBench v0; the task's hash is that of the reference's
/// text. A line without code for a GPU is "not recorded", never a failure. Code with a missing
/// speedup stays correct, without a speedup.
Result<std::vector<RecordBatch>> readCudaL1(const std::filesystem::path &source,
                                            const ReadOptions &options);

/// Returns true for a *.jsonl file, or *.json as published, whose first line names level, task and
/// reference, or for a folder of such files.
bool isCudaL1(const std::filesystem::path &source);

} // namespace loupe
