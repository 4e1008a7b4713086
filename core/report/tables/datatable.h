// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/tables/table.h"

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

namespace loupe {

/// A machine-readable cell: nothing, a number in full precision, or a text.
using DataCell = std::variant<std::monostate, std::int64_t, double, std::string>;
using DataRow = std::vector<DataCell>;

/// Unformatted rows under named columns; each is as long as `columns`.
struct DataTable {
    std::string caption; ///< definitions and denominators
    std::vector<std::string> columns;
    std::vector<DataRow> rows;
};

/// Return lines of CSV (RFC 4180) with line break. Numbers read back exactly; missing and
/// non-finite values are empty cells. Texts that a spreadsheet would parse as a formula get a
/// leading quote.
std::string csvHeader(const std::vector<std::string> &columns);
std::string csvLine(std::span<const DataCell> row);

/// Returns the whole table with its header, without the caption.
std::string toCsv(const DataTable &table);

/// Returns a line of tab-separated cells with line break, for pasting into a spreadsheet. Tabs and
/// breaks within a text become blanks, and formulas get a leading quote.
std::string tsvLine(std::span<const DataCell> row);

/// Converts missing and non-finite values to null.
nlohmann::ordered_json toJson(const DataCell &cell);

/// Returns one JSON object with line break; missing and non-finite values become null.
std::string jsonLine(const std::vector<std::string> &columns, std::span<const DataCell> row);

/// Returns a table for LaTeX's package booktabs, with its caption. LaTeX's special characters are
/// escaped; numbers have four significant digits.
std::string toLatex(const DataTable &table);

/// Returns the table for display: four significant digits, "–" for missing values.
Table toTable(const DataTable &table);

} // namespace loupe
