// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/records/reading/recordbatch.h"
#include "core/store/write/importcontrol.h"
#include "core/store/write/storewriter.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loupe {

struct ImportSummary {
    std::string run;              ///< name of the run that holds the records
    bool alreadyImported = false; ///< the same file was imported before: nothing was written
    /// The run was imported before from a source that grew or changed since: the counts are of what
    /// was added.
    bool updated = false;
    int records = 0;
    int tasks = 0;
    int evaluations = 0;
    int transitions = 0;
    int golden = 0;                   ///< recorded times of references
    int dialogues = 0;                ///< samples with what models were told and answered
    std::vector<std::string> notes;   ///< what was marked, one sentence each
    std::vector<JsonProblem> skipped; ///< bad records that were left out
};

/// Stores each batch as a finished run, all in one transaction: all of them or, when it fails or is
/// cancelled, nothing. A batch that was imported before (same uuid of its run) is not stored again.
/// Where a run of that name holds half of its records or more, the others are added: new ones to
/// that run, ones that differ from the stored ones to a run of their own ("name (2)"). What is
/// stored stands. One that merely has the name of another run gets a name of its own. There may be
/// more summaries than batches.
Result<std::vector<ImportSummary>> importBatches(StoreWriter &writer,
                                                 std::span<const RecordBatch> batches,
                                                 const ImportControl &control = {});

/// Opens the store for writing: as openSame() where it has to be a certain file.
using StoreOpening
    = std::function<Result<std::unique_ptr<StoreWriter>>(const std::filesystem::path &)>;

/// importBatches() into the store at `file`. Where there is none the store is made under another
/// name first: an import that fails, is cancelled or is killed leaves no store behind.
Result<std::vector<ImportSummary>> importIntoStore(const std::filesystem::path &file,
                                                   std::span<const RecordBatch> batches,
                                                   const ImportControl &control = {},
                                                   const StoreOpening &open = StoreWriter::open);

} // namespace loupe
