// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace loupe {

struct TableColumn {
    std::string title;
    bool rightAligned = false; ///< for numbers
};

/// Text cells under columns, with a caption that has definitions and denominators.
struct Table {
    std::string caption;
    std::vector<TableColumn> columns;
    std::vector<std::vector<std::string>> rows; ///< each as long as `columns`
};

/// Returns a number in a format such as "{:.2f}×"; "–" without a number.
inline std::string orDash(const std::optional<double> &value, fmt::format_string<double> format)
{
    return value ? fmt::format(format, double{*value}) : "–";
}
/// Returns "12 (40.0 %)": a count with its share; only the count of 0.
inline std::string withShare(int count, int of)
{
    return of == 0 ? std::to_string(count)
                   : fmt::format("{} ({:.1f} %)", count, 100.0 * count / of);
}

// All of them escape characters that control a terminal, or reorder or hide letters
// (printabletext.h).

/// Returns aligned columns for a terminal, a line per row; widths count characters, not bytes.
std::string toText(const Table &table);
/// Returns GitHub Markdown; cells are escaped.
std::string toMarkdown(const Table &table);
/// Returns CSV (RFC 4180). A cell that a spreadsheet would parse as a formula gets a leading quote,
/// because cells come from untrusted files.
std::string toCsv(const Table &table);

/// Returns the text of a cell, with a leading quote if a spreadsheet would parse it as a formula.
std::string withoutFormula(std::string text);

} // namespace loupe
