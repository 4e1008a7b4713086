// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/records/reading/recordbatch.h"
#include "core/store/write/storewriter.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

struct ImportControl {
    /// Called from the calling thread with the number of stored evaluations, transitions and golden
    /// records, and the total.
    std::function<void(int done, int total)> progress;
    std::stop_token stop;
};

struct ImportSummary {
    std::string run;              ///< name of the run that has the records
    bool alreadyImported = false; ///< the same file was imported before; nothing was written
    /// The run was imported from an earlier version of the source. The counts are those of the
    /// added records.
    bool updated = false;
    int records = 0;
    int tasks = 0;
    int evaluations = 0;
    int transitions = 0;
    int golden = 0;                   ///< recorded reference times
    int dialogues = 0;                ///< samples with dialogues
    std::vector<std::string> notes;   ///< remarks, one sentence each
    std::vector<JsonProblem> skipped; ///< excluded invalid records
};

/// Stores each batch as a finished run, all in one transaction: after a failure or cancellation,
/// nothing is stored. A batch that was imported before (same uuid of its run) is not stored again.
/// If a run of that name has at least half of its records, the others are added. New records go to
/// that run, differing ones to a run of their own ("name (2)"). Stored records never change. A
/// batch that only shares the name of another run gets a new name. There may be more summaries than
/// batches.
Result<std::vector<ImportSummary>> importBatches(StoreWriter &writer,
                                                 std::span<const RecordBatch> batches,
                                                 const ImportControl &control = {});

/// Opens the store for writing; openSame() for a specific file.
using StoreOpening
    = std::function<Result<std::unique_ptr<StoreWriter>>(const std::filesystem::path &)>;

/// Does importBatches() into the store at `file`. A missing store is created under another name
/// first, so that an import that fails, is cancelled or killed leaves no store.
Result<std::vector<ImportSummary>> importIntoStore(const std::filesystem::path &file,
                                                   std::span<const RecordBatch> batches,
                                                   const ImportControl &control = {},
                                                   const StoreOpening &open = StoreWriter::open);

/// Temporary files that killed imports left.
struct ImportLeftovers {
    std::vector<std::filesystem::path> files;
    std::uintmax_t bytes = 0;
};

/// Finds the temporary files of killed imports into `store` by their names. Imports that are still
/// running, in any process, are no leftovers. The store itself need not exist.
ImportLeftovers importLeftovers(const std::filesystem::path &store);

} // namespace loupe
