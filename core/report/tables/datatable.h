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

/// A cell for programs: nothing, a number in full precision, or a text.
using DataCell = std::variant<std::monostate, std::int64_t, double, std::string>;
using DataRow = std::vector<DataCell>;

/// Rows under named columns, not yet formatted; each as long as `columns`.
struct DataTable {
    std::string caption; ///< definitions and denominators
    std::vector<std::string> columns;
    std::vector<DataRow> rows;
};

/// Lines of CSV (RFC 4180) with their break. Numbers so that they read back as they were; nothing
/// is an empty cell, as is what is not a finite number. Texts that a spreadsheet would take for a
/// formula get a quote in front.
std::string csvHeader(const std::vector<std::string> &columns);
std::string csvLine(std::span<const DataCell> row);

/// The whole table with its header; the caption is left out.
std::string toCsv(const DataTable &table);

/// One line of cells between tabs, with its break, to be pasted into a spreadsheet; a tab or break
/// within a text becomes a blank, and what would be a formula gets a quote in front.
std::string tsvLine(std::span<const DataCell> row);

/// Nothing, and what is not a finite number, is null.
nlohmann::ordered_json toJson(const DataCell &cell);

/// One JSON object with its break; nothing, and what is not a finite number, is null.
std::string jsonLine(const std::vector<std::string> &columns, std::span<const DataCell> row);

/// A table of LaTeX's package booktabs with its caption. Every character that LaTeX would read as a
/// command is escaped; numbers have four significant digits.
std::string toLatex(const DataTable &table);

/// For people: four significant digits, "–" for nothing.
Table toTable(const DataTable &table);

} // namespace loupe
