// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/records/reading/readoptions.h"
#include "core/records/reading/recordbatch.h"

#include <filesystem>
#include <vector>

namespace loupe {

/// Returns true for a CSV file whose header has the columns "task" and "correct" or "verdict", and
/// for JSON lines whose first object has these keys.
bool isResultTable(const std::filesystem::path &source);

/// Reads a table of results from any harness: one attempt per line, with the columns of
/// resources/help/importing.md. One run per recorded run, suite, device and precision. If an
/// attempt has lines for several baselines, each baseline is a run. A note names the columns that
/// have no meaning here; the original records keep them.
Result<std::vector<RecordBatch>> readResultTable(const std::filesystem::path &source,
                                                 const ReadOptions &options);

} // namespace loupe
