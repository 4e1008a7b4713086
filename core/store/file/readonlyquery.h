// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// One cell: nothing (NULL), a number, a text, or the size of bytes that are not shown.
struct CellBytes {
    std::size_t size = 0;
    friend bool operator==(const CellBytes &, const CellBytes &) = default;
};
using SqlCell = std::variant<std::monostate, std::int64_t, double, std::string, CellBytes>;

struct SqlAnswer {
    std::vector<std::string> columns;
    std::vector<std::vector<SqlCell>> rows;
    bool isCutOff = false; ///< there are more rows than the limit
};

struct SqlLimits {
    std::size_t rows = 1000;
    std::chrono::milliseconds time{30000};
};

/// Runs one SELECT on a store and nothing else: only reading is authorised (no writing, no ATTACH,
/// no PRAGMA, no extension, no transaction), and the connection is read-only besides. Refuses
/// several statements and whatever is not a query (InvalidInput), and stops after the time
/// (Cancelled).
Result<SqlAnswer> queryReadOnly(const std::filesystem::path &store, const std::string &sql,
                                const SqlLimits &limits = {}, std::stop_token stop = {});

/// The same on a connection that `prepare` may add temporary tables to before.
Result<SqlAnswer> queryReadOnly(const std::filesystem::path &store, const std::string &sql,
                                const SqlLimits &limits, std::stop_token stop,
                                const std::function<Status(Database &)> &prepare);

} // namespace loupe
