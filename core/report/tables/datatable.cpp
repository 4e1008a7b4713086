// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/datatable.h"

#include "core/base/json.h"
#include "core/base/printabletext.h"
#include "core/report/tables/latextext.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Returns CSV of text cells, in the format of table.cpp.
std::string csvOfTexts(std::vector<std::string> cells)
{
    Table table;
    for (std::string &cell : cells)
        table.columns.push_back({std::move(cell), false});
    return toCsv(table);
}

std::string exactText(const DataCell &cell)
{
    if (const auto *integer = std::get_if<std::int64_t>(&cell))
        return std::to_string(*integer);
    if (const auto *number = std::get_if<double>(&cell))
        return std::isfinite(*number) ? fmt::format("{}", *number) : std::string();
    if (const auto *text = std::get_if<std::string>(&cell))
        return *text;
    return {};
}

std::string shortText(const DataCell &cell, const char *nothing)
{
    if (const auto *number = std::get_if<double>(&cell))
        return std::isfinite(*number) ? fmt::format("{:.4g}", *number) : std::string(nothing);
    return std::holds_alternative<std::monostate>(cell) ? std::string(nothing) : exactText(cell);
}

bool isNumberColumn(const DataTable &table, std::size_t column)
{
    bool any = false;
    for (const DataRow &row : table.rows) {
        if (std::holds_alternative<std::string>(row[column]))
            return false;
        any = any || !std::holds_alternative<std::monostate>(row[column]);
    }
    return any;
}

/// Returns a row in LaTeX. After a row end or a rule, LaTeX would parse a bracket as a distance and
/// an asterisk as part of the command.
std::string latexRow(const std::vector<std::string> &cells)
{
    std::string out = fmt::format("{}", fmt::join(cells, " & "));
    if (out.starts_with('[') || out.starts_with('*'))
        out.insert(0, "{}");
    return out + " \\\\\n";
}

std::string latexCell(const DataCell &cell)
{
    const std::string text = shortText(cell, "--");
    return std::holds_alternative<std::string>(cell) ? latexText(text) : text;
}

} // namespace

std::string csvHeader(const std::vector<std::string> &columns)
{
    return csvOfTexts(columns);
}

std::string csvLine(std::span<const DataCell> row)
{
    std::vector<std::string> cells;
    cells.reserve(row.size());
    for (const DataCell &cell : row)
        cells.push_back(exactText(cell));
    return csvOfTexts(std::move(cells));
}

std::string toCsv(const DataTable &table)
{
    std::string out = csvHeader(table.columns);
    for (const DataRow &row : table.rows)
        out += csvLine(row);
    return out;
}

std::string tsvLine(std::span<const DataCell> row)
{
    std::string out;
    for (std::size_t i = 0; i < row.size(); ++i) {
        std::string text = withoutFormula(printableText(exactText(row[i]), LineBreaks::Kept));
        std::ranges::replace_if(
            text, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        out += i == 0 ? "" : "\t";
        out += text;
    }
    return out + "\n";
}

nlohmann::ordered_json toJson(const DataCell &cell)
{
    if (const auto *integer = std::get_if<std::int64_t>(&cell))
        return *integer;
    if (const auto *number = std::get_if<double>(&cell);
        number != nullptr && std::isfinite(*number))
        return *number;
    if (const auto *text = std::get_if<std::string>(&cell))
        return *text;
    return nullptr;
}

std::string jsonLine(const std::vector<std::string> &columns, std::span<const DataCell> row)
{
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < columns.size() && i < row.size(); ++i)
        object[columns[i]] = toJson(row[i]);
    // Texts come from files, so invalid UTF-8 is replaced instead of rejected.
    return printableJson(
               object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace))
        + "\n";
}

std::string toLatex(const DataTable &table)
{
    std::string out
        = "% \\usepackage{booktabs}, in a document in UTF-8\n\\begin{table}\n\\centering\n";
    if (!table.caption.empty())
        out += "\\caption{" + latexText(table.caption) + "}\n";
    out += "\\begin{tabular}{";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        out += isNumberColumn(table, i) ? 'r' : 'l';
    std::vector<std::string> cells(table.columns.size());
    std::ranges::transform(table.columns, cells.begin(),
                           [](const std::string &title) { return latexText(title); });
    out += "}\n\\toprule\n" + latexRow(cells) + "\\midrule\n";
    for (const DataRow &row : table.rows) {
        cells.resize(row.size());
        std::ranges::transform(row, cells.begin(), latexCell);
        out += latexRow(cells);
    }
    return out + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

Table toTable(const DataTable &table)
{
    Table out;
    out.caption = table.caption;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        out.columns.push_back({table.columns[i], isNumberColumn(table, i)});
    for (const DataRow &row : table.rows) {
        std::vector<std::string> cells;
        cells.reserve(row.size());
        for (const DataCell &cell : row)
            cells.push_back(shortText(cell, "–"));
        out.rows.push_back(std::move(cells));
    }
    return out;
}

} // namespace loupe
