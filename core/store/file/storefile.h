// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"
#include "core/store/sqlite/sqlite.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// "KLUP": marks a SQLite file as a KernelLoupe store.
inline constexpr int storeApplicationId = 0x4b4c5550;

/// Returns the plan of this program.
const SchemaPlan &currentSchema();

/// Opens an existing store for reading, also from a read-only medium. Fails with the reason for any
/// other file.
Result<std::unique_ptr<Database>> openForReading(const std::filesystem::path &file,
                                                 const SchemaPlan &plan);

/// Behaviour of openForWriting if the file is missing.
enum class IfMissing { Create, Refuse };

/// Opens or creates a store for writing and migrates it; late additions to the present version
/// (schemacheck.h) are made too. The caller must hold the WriterLock. A migration fails with
/// Cancelled soon after `stop`, leaving the store unchanged.
Result<std::unique_ptr<Database>> openForWriting(const std::filesystem::path &file,
                                                 const SchemaPlan &plan, std::stop_token stop = {},
                                                 IfMissing missing = IfMissing::Create);

/// Returns true if this process cannot write the store: its file, the medium, or the folder, in
/// which SQLite keeps the log, is read-only. False for a file that does not exist.
bool isReadOnlyStore(const std::filesystem::path &file);

/// Gives an unfinished store its final name. Fails with Io if that is impossible or a file exists,
/// and as checkNoOldLog(); the unfinished store is then removed.
Status placeNewStore(const std::filesystem::path &unfinished, const std::filesystem::path &file);

/// Does the checks of openForWriting without touching the file or its folder. Fails with NotFound
/// if it does not exist, else with the reason why it is not a store of this program.
Status probeStoreFile(const std::filesystem::path &file, const SchemaPlan &plan);

/// Fails with InvalidInput if there is no store `file`, but the log of an earlier one of this name:
/// SQLite would take its content into a new store. Opens nothing.
Status checkNoOldLog(const std::filesystem::path &file);

/// Removes an unfinished store with SQLite's side files.
void removeStoreFiles(const std::filesystem::path &file);

/// Writes a snapshot of the store into one file without side files, even while it is written to.
/// `target` is replaced atomically.
Status copyStore(const std::filesystem::path &store, const std::filesystem::path &target);
/// Does the same for an open connection, whose file may already be deleted.
Status copyStore(Database &database, const std::filesystem::path &target);

/// Creates a store for exclusive use by this connection until it gets its final name. It has no
/// log, so it needs no more disk space than the store itself. A successful commit has written
/// everything. After a failure, the file is unusable and must be removed. The caller must hold its
/// WriterLock.
Result<std::unique_ptr<Database>> openNewStore(const std::filesystem::path &file,
                                               const SchemaPlan &plan);

/// Converts such a store, which must be closed, to write-ahead logging.
Status finishNewStore(const std::filesystem::path &file);

/// Returns the version of a store written by an older program; nullopt for anything else.
std::optional<int> olderVersion(const std::filesystem::path &file);

/// Migrates a store of an older version, after a backup next to it (FILE.v9-backup). Fails with
/// NotFound if there is no such file, else like StoreWriter::open. Fails with Cancelled soon after
/// `stop`, leaving the store unchanged.
Status updateStore(const std::filesystem::path &file, std::stop_token stop = {});

/// A table or a view that a SELECT can query.
struct SchemaTable {
    std::string name;
    bool isView = false;
    std::vector<std::string> columns; ///< in their order
    friend bool operator==(const SchemaTable &, const SchemaTable &) = default;
};

/// Returns the views of a store, which are stable between versions, then its tables, by name. Opens
/// and fails like StoreReader::open.
Result<std::vector<SchemaTable>> readSchema(const std::filesystem::path &store);

/// Returns one sentence for each table, view, index or trigger that differs from this program's
/// schema. Such a store is only read, never written, and its contents may be manipulated. Fails
/// like StoreReader::open.
Result<std::vector<std::string>> foreignSchema(const std::filesystem::path &store);

} // namespace loupe
