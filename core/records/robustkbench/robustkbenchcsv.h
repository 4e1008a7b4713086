// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

namespace loupe {

/// Reads robust-kbench's table of results (`results.csv`). Each row is a kernel and becomes an
/// evaluation in two runs, one against eager PyTorch and one against torch.compile. The batch is
/// the round, the experiment in the kernel's path is the method. The device is not recorded.
Result<std::vector<RecordBatch>> readRobustKbenchCsv(const std::filesystem::path &file,
                                                     const ReadOptions &options);

/// Returns true for a *.csv file with the table's columns.
bool isRobustKbenchCsv(const std::filesystem::path &source);

} // namespace loupe
