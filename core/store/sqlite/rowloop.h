// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <string_view>
#include <utility>

namespace loupe {

/// Calls `each` for every row.
template <typename Each>
Status forEachRow(Statement &statement, Each &&each)
{
    Result<bool> row = statement.step();
    for (; row && *row; row = statement.step())
        each(static_cast<const Statement &>(statement));
    statement.reset();
    if (!row)
        return std::move(row).error();
    return {};
}

/// Calls `each` for every row of a query with these parameters.
template <typename Each, typename... Values>
Status readRows(Database &database, std::string_view sql, Each &&each, const Values &...values)
{
    auto statement = database.cached(sql);
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(values...);
    return forEachRow(**statement, std::forward<Each>(each));
}

} // namespace loupe
