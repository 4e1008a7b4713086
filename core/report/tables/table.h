// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace loupe {

struct TableColumn {
    std::string title;
    bool rightAligned = false; ///< numbers
};

/// Text cells under columns, with a caption that states definitions and denominators.
struct Table {
    std::string caption;
    std::vector<TableColumn> columns;
    std::vector<std::vector<std::string>> rows; ///< each as long as `columns`
};

// All of them show what steers a terminal, reorders or hides letters as marks (printabletext.h).

/// Aligned columns for a terminal, a row a line; widths count characters, not bytes.
std::string toText(const Table &table);
/// GitHub's Markdown; cells are escaped.
std::string toMarkdown(const Table &table);
/// RFC 4180. A cell that a spreadsheet would take for a formula gets a quote in front, because
/// cells come from files nobody here wrote.
std::string toCsv(const Table &table);

/// The text of a cell, with a quote in front where a spreadsheet would take it for a formula.
std::string withoutFormula(std::string text);

} // namespace loupe
