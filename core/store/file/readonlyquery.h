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

/// One cell: NULL, a number, a text, or the size of a blob, which is not shown.
struct CellBytes {
    std::size_t size = 0;
    friend bool operator==(const CellBytes &, const CellBytes &) = default;
};
using SqlCell = std::variant<std::monostate, std::int64_t, double, std::string, CellBytes>;

struct SqlAnswer {
    std::vector<std::string> columns;
    std::vector<std::vector<SqlCell>> rows;
    bool isCutOff = false; ///< the result has more rows than the limit
};

struct SqlLimits {
    std::size_t rows = 1000;
    std::chrono::milliseconds time{30000};
};

/// Runs one SELECT on a store, on a read-only connection. Only reading is authorised: no writing,
/// ATTACH, PRAGMA, extension or transaction. Fails with InvalidInput for several statements or
/// anything but a query, and with Cancelled after the time limit.
/// `prepare` may first add temporary tables to the connection.
Result<SqlAnswer> queryReadOnly(const std::filesystem::path &store, const std::string &sql,
                                const SqlLimits &limits = {}, std::stop_token stop = {},
                                const std::function<Status(Database &)> &prepare = {});

} // namespace loupe
