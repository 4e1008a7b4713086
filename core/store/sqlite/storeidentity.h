// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace loupe {

class Database;

/// Which file a path named at one moment. A store that is deleted, or replaced by another file of
/// the same name, has another one.
struct StoreIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const StoreIdentity &, const StoreIdentity &) = default;
};

/// What became of the files behind an open connection.
enum class StorePresence {
    Present,
    Removed,   ///< the path names no file any more
    Replaced,  ///< the path names another file
    LogRemoved ///< the write-ahead log was deleted while this process has it open
};

/// Nothing where the path names no file. Opens nothing: closing a descriptor of a database would
/// drop the locks that this process holds on it (POSIX).
std::optional<StoreIdentity> identityOf(const std::filesystem::path &file);

/// Takes some microseconds and asks the system alone, never SQLite. A database in memory and one
/// that was opened as immutable have no log to lose.
StorePresence presenceOf(const Database &database);

/// Whether this process still has a deleted log of this store open. A connection that is opened
/// meanwhile shares the memory of that log, and would take the store for a damaged one.
bool holdsRemovedLog(const std::filesystem::path &file);

/// Ok while the path names that very file and its log is there. Busy after the log was removed:
/// trying again works once all readers are opened anew. Io after the store itself was: trying
/// again works once it is put back.
Status checkIdentity(const std::filesystem::path &file, const StoreIdentity &expected);

} // namespace loupe
