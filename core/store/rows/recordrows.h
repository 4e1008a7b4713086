// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/importedfile.h"
#include "core/store/sqlite/sqlite.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Data of imports apart from evaluations. The caller must hold a transaction.
Status addGoldenRecord(Database &database, RunId run, TaskId task, const GoldenRecord &record);

/// Adds a time of a further baseline, unless the run has one of this task already: parts of a run
/// in several places may each measure it.
Status addFurtherTime(Database &database, RunId run, TaskId task, const GoldenRecord &record);
Status addImportedFiles(Database &database, RunId run, std::span<const ImportedFile> files);

/// Reads the records of a run, or with an empty `run` of the whole store, in stored order.
Result<std::vector<StoredGoldenRecord>> readGoldenRecords(Database &database,
                                                          const std::string &run);
/// Returns the files that a run was imported from, in their order; empty for a run of the engine.
Result<std::vector<ImportedFile>> readImportedFiles(Database &database, const std::string &run);

} // namespace loupe
