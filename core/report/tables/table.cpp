// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/table.h"

#include "core/base/printabletext.h"
#include "core/report/tables/markdowntext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace loupe {

namespace {

/// Counts the code points of UTF-8 text: every byte that does not continue another.
std::size_t width(const std::string &text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

std::string padded(const std::string &text, std::size_t to, bool right)
{
    const std::string blanks(to - std::min(to, width(text)), ' ');
    return right ? blanks + text : text + blanks;
}

std::string trimmedEnd(std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

std::string markdownCell(const std::string &text)
{
    return markdownText(printableText(text));
}

bool isNumber(const std::string &text)
{
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failed == std::errc() && end == text.data() + text.size();
}

/// Wide forms, which East Asian keyboards write, also begin formulas.
bool beginsFormula(std::string_view text)
{
    constexpr std::array<std::string_view, 11> starts{"=",  "+",  "-",  "@",  "\t", "\r",
                                                      "\n", "＝", "＋", "－", "＠"};
    return std::ranges::any_of(starts,
                               [&](std::string_view start) { return text.starts_with(start); });
}

std::string csvCell(const std::string &given)
{
    // A line break within quotes is part of the cell; invisible characters are escaped.
    std::string text = withoutFormula(printableText(given, LineBreaks::Kept));
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out + '"';
}

} // namespace

std::string withoutFormula(std::string text)
{
    if (beginsFormula(text) && !isNumber(text))
        text.insert(text.begin(), '\'');
    return text;
}

std::string toText(const Table &table)
{
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        widths.push_back(width(printableText(table.columns[c].title)));
        for (const auto &row : table.rows)
            widths[c] = std::max(widths[c], width(printableText(row[c])));
    }
    std::string header;
    std::string rule;
    for (std::size_t c = 0; c < widths.size(); ++c) {
        header += padded(printableText(table.columns[c].title), widths[c],
                         table.columns[c].rightAligned)
            + "  ";
        rule += std::string(widths[c], '-') + "  ";
    }
    std::string out = trimmedEnd(header) + "\n" + trimmedEnd(rule) + "\n";
    for (const auto &row : table.rows) {
        std::string line;
        for (std::size_t c = 0; c < widths.size(); ++c)
            line += padded(printableText(row[c]), widths[c], table.columns[c].rightAligned) + "  ";
        out += trimmedEnd(line) + "\n";
    }
    return table.caption.empty() ? out
                                 : out + printableText(table.caption, LineBreaks::Kept) + "\n";
}

std::string toMarkdown(const Table &table)
{
    std::string out = "|";
    std::string rule = "|";
    for (const TableColumn &column : table.columns) {
        out += " " + markdownCell(column.title) + " |";
        rule += column.rightAligned ? " --: |" : " --- |";
    }
    out += "\n" + rule + "\n";
    for (const auto &row : table.rows) {
        out += "|";
        for (const std::string &cell : row)
            out += " " + markdownCell(cell) + " |";
        out += "\n";
    }
    return table.caption.empty()
        ? out
        : out + "\n" + printableText(table.caption, LineBreaks::Kept) + "\n";
}

std::string toCsv(const Table &table)
{
    std::string out;
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        out += (c == 0 ? "" : ",") + csvCell(table.columns[c].title);
    out += "\r\n";
    for (const auto &row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c)
            out += (c == 0 ? "" : ",") + csvCell(row[c]);
        out += "\r\n";
    }
    return out;
}

} // namespace loupe
