// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/sqltable.h"

#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

DataCell toDataCell(const SqlCell &cell)
{
    if (const auto *bytes = std::get_if<CellBytes>(&cell))
        return fmt::format("({} bytes)", bytes->size);
    if (const auto *integer = std::get_if<std::int64_t>(&cell))
        return *integer;
    if (const auto *number = std::get_if<double>(&cell))
        return *number;
    if (const auto *text = std::get_if<std::string>(&cell))
        return *text;
    return std::monostate();
}

} // namespace

DataTable toDataTable(const SqlAnswer &answer)
{
    DataTable table;
    table.columns = answer.columns;
    for (const auto &row : answer.rows) {
        DataRow cells;
        for (const SqlCell &cell : row)
            cells.push_back(toDataCell(cell));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace loupe
