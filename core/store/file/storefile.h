// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"
#include "core/store/sqlite/sqlite.h"

#include <filesystem>
#include <memory>
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

/// Creates an empty store. It gets its name last, so that no incomplete store is visible. A failure
/// leaves no file.
Status createStore(const std::filesystem::path &file, const SchemaPlan &plan);

/// Switches the connection to write-ahead logging. Fails with Environment if the file system does
/// not allow it.
Status useWriteAheadLog(Database &database);

/// Gives an unfinished store its final name. Fails with Io if that is impossible or a file exists,
/// and as checkNoOldLog(); the unfinished store is then removed.
Status placeNewStore(const std::filesystem::path &unfinished, const std::filesystem::path &file);

/// Does the checks of openForWriting without touching the file or its folder. Fails with NotFound
/// if it does not exist, else with the reason why it is not a store of this program.
Status probeStoreFile(const std::filesystem::path &file, const SchemaPlan &plan);

} // namespace loupe
