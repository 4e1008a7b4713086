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

/// "KLUP": marks a SQLite file as a store of ours.
inline constexpr int storeApplicationId = 0x4b4c5550;

/// The plan of this program.
const SchemaPlan &currentSchema();

/// Opens an existing store for reading, from a read-only medium too. Refuses everything else with
/// the reason.
Result<std::unique_ptr<Database>> openForReading(const std::filesystem::path &file,
                                                 const SchemaPlan &plan);

/// What opening for writing does where there is no file.
enum class IfMissing { Create, Refuse };

/// Opens or creates a store for writing and migrates it. The caller holds the WriterLock. A
/// migration ends with Cancelled soon after `stop`, and the store is as it was.
Result<std::unique_ptr<Database>> openForWriting(const std::filesystem::path &file,
                                                 const SchemaPlan &plan, std::stop_token stop = {},
                                                 IfMissing missing = IfMissing::Create);

/// Makes an empty store. It gets its name last, so that no store is ever seen half made; a failure
/// leaves nothing behind.
Status createStore(const std::filesystem::path &file, const SchemaPlan &plan);

/// Lets the connection write through a write-ahead log from now on. Environment where the file
/// system does not allow it.
Status useWriteAheadLog(Database &database);

/// Gives a store that was made under another name its own. Io where that cannot be, or where
/// there is a file already; the one that was made is removed then.
Status placeNewStore(const std::filesystem::path &unfinished, const std::filesystem::path &file);

/// What openForWriting checks without touching the file or its folder: NotFound when it does not
/// exist yet, otherwise why it is not a store of ours.
Status probeStoreFile(const std::filesystem::path &file, const SchemaPlan &plan);

} // namespace loupe
