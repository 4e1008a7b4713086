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

namespace loupe {

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

} // namespace loupe
