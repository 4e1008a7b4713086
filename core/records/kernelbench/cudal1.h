// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads the published kernels of CUDA-L1: one JSON line per KernelBench task, one file per GPU
/// (named after it), or a folder of such files. Each GPU becomes five runs, one for each baseline
/// that speedups are given against. The sizes are those of KernelBench v0: the reference's text is
/// the task's hash. A line without code for a GPU is "not recorded", never a failure; a missing
/// speedup of recorded code leaves it correct, without a speedup.
Result<std::vector<RecordBatch>> readCudaL1(const std::filesystem::path &source,
                                            const ReadOptions &options);

/// A *.jsonl file, or *.json as the authors call them, whose first line names level, task and
/// reference, or a folder of such files.
bool isCudaL1(const std::filesystem::path &source);

} // namespace loupe
