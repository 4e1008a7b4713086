// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// The contribution of one of the merged stores.
struct MergedPart {
    std::filesystem::path file;
    std::int64_t runs = 0;            ///< new runs
    std::int64_t sharedRuns = 0;      ///< runs that an earlier store also had
    std::int64_t evaluations = 0;     ///< new evaluations
    std::int64_t known = 0;           ///< evaluations that an earlier store also had
    std::vector<std::string> renamed; ///< runs, views and presets with a new name, because theirs
                                      ///< was taken: "a is now a (2)"
};

/// A store to merge, read in one state while it is checked. Its open connection keeps the store's
/// write-ahead log in place.
class MergeSource
{
public:
    /// Begins to read the store's present state.
    static Result<MergeSource> open(const std::filesystem::path &file);

    /// Returns the connection for checks.
    Database &database() { return *m_database; }

    /// Ends the checks. `merging` must have attached the store as `schema` and hold a transaction.
    /// Fails with Busy unless it sees the state that was checked.
    Status confirm(Database &merging, const std::string &schema);

private:
    explicit MergeSource(std::unique_ptr<Database> database) : m_database(std::move(database)) { }

    std::unique_ptr<Database> m_database;
    std::optional<Transaction> m_reading;
    std::optional<std::int64_t> m_version; ///< changes with each commit of another connection
};

/// Attaches a store for reading; also works on a read-only medium if it has no log.
Status attachStore(Database &database, const std::filesystem::path &file,
                   const std::string &schema);

/// Creates the temporary tables that map each row of a store to its new row.
Status prepareMerge(Database &database);

/// Adds everything that the attached database `schema` has and the main one lacks. `part.file` must
/// be set. The caller must hold a transaction; reviews are added by finishMerge().
Status absorbStore(Database &database, const std::string &schema, MergedPart &part);

/// Stores the reviews of all stores in the order of their times, and updates derived columns.
Status finishMerge(Database &database);

/// Drops the temporary tables, so that the connection can be used further.
Status endMerge(Database &database);

} // namespace loupe
