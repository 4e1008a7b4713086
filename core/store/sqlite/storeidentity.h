// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace loupe {

class Database;

/// Identity of the file that a path named at one moment. It changes if a store is deleted or
/// replaced by a file of the same name.
struct StoreIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const StoreIdentity &, const StoreIdentity &) = default;
};

/// State of the files behind an open connection.
enum class StorePresence {
    Present,
    Removed,   ///< the path names no file
    Replaced,  ///< the path names another file
    LogRemoved ///< the write-ahead log was deleted while this process has it open
};

/// Returns nullopt if the path names no file. Opens nothing: closing a descriptor of a database
/// would release the locks that this process holds on it (POSIX).
std::optional<StoreIdentity> identityOf(const std::filesystem::path &file);

/// Returns the state of the files behind the connection, in some microseconds and without SQLite.
/// An in-memory or immutable database has no log to lose.
StorePresence presenceOf(const Database &database);

/// Returns true if this process still has a deleted log of this store open. A new connection would
/// share the memory of that log, and report the store as damaged.
bool holdsRemovedLog(const std::filesystem::path &file);

/// Succeeds if the path still names that file and its log exists. Fails with Busy after the log was
/// removed: a retry works once all readers are reopened. Fails with Io after the store was removed:
/// a retry works once it is restored.
Status checkIdentity(const std::filesystem::path &file, const StoreIdentity &expected);

} // namespace loupe
