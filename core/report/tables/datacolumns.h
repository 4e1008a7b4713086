// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/report/tables/datatable.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

inline DataCell dataCell(std::string_view text)
{
    return std::string(text);
}
inline DataCell dataCell(double value)
{
    return value;
}
template <std::integral Number>
DataCell dataCell(Number value)
{
    return static_cast<std::int64_t>(value);
}
template <typename Value>
DataCell dataCell(const std::optional<Value> &value)
{
    return value ? dataCell(*value) : DataCell();
}

/// Machine-readable column of a kind of row: one list for CSV, JSON, LaTeX and tables.
template <typename Row>
struct DataColumn {
    std::string name; ///< "geometric_mean_speedup"
    std::function<DataCell(const Row &)> cell;
};

/// Returns a column with the result of `part`, a member or a function of the row.
template <typename Row, typename Part>
DataColumn<Row> dataColumn(std::string name, Part part)
{
    return {std::move(name), [part](const Row &row) { return dataCell(std::invoke(part, row)); }};
}

template <typename Row>
std::vector<std::string> namesOf(const std::vector<DataColumn<Row>> &columns)
{
    std::vector<std::string> names;
    names.reserve(columns.size());
    for (const DataColumn<Row> &each : columns)
        names.push_back(each.name);
    return names;
}

template <typename Row>
DataRow dataRow(const std::vector<DataColumn<Row>> &columns, const Row &row)
{
    DataRow cells;
    cells.reserve(columns.size());
    for (const DataColumn<Row> &each : columns)
        cells.push_back(each.cell(row));
    return cells;
}

template <typename Row>
DataTable dataTable(const std::vector<DataColumn<Row>> &columns, std::span<const Row> rows,
                    std::string caption)
{
    DataTable table{std::move(caption), namesOf(columns), {}};
    for (const Row &each : rows)
        table.rows.push_back(dataRow(columns, each));
    return table;
}

/// Returns one row as an object; missing and non-finite values become null.
template <typename Row>
Json jsonObject(const std::vector<DataColumn<Row>> &columns, const Row &row)
{
    Json object = Json::object();
    for (const DataColumn<Row> &each : columns)
        object[each.name] = Json(toJson(each.cell(row)));
    return object;
}

} // namespace loupe
