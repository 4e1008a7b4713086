// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads KernelBench's baseline times (`results/timing/<machine>/baseline_time_torch*.json`): per
/// level and task mean, deviation, minimum and maximum in milliseconds. Each becomes a golden
/// record, with one run per device; the file's name determines the kind of baseline. A null is a
/// task without a time. Precision and versions are not in the file and stay unknown.
Result<std::vector<RecordBatch>> readKernelBenchBaseline(const std::filesystem::path &file,
                                                         const ReadOptions &options);

/// Returns true for a JSON file that begins with a level of tasks with mean and deviation.
bool isKernelBenchBaseline(const std::filesystem::path &source);

} // namespace loupe
