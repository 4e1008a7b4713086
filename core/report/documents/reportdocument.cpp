// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/reportdocument.h"

#include "core/base/printabletext.h"
#include "core/report/tables/markdowntext.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace loupe {

namespace {

constexpr std::string_view pageStart = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark; }
body { font-family: sans-serif; line-height: 1.45; margin: 2em auto; max-width: 75em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0 0.3em; font-size: 0.9em; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid #8886; padding: 0.2em 0.7em; text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
p.caption { font-size: 0.85em; opacity: 0.8; max-width: 60em; }
pre { border: 1px solid #8886; padding: 0.7em; overflow-x: auto; }
</style>
)";

/// Returns the text within a fence longer than any that it contains.
std::string fenced(const std::string &text)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    constexpr std::size_t shortest = 3;
    const std::string fence(std::max(shortest, longest + 1), '`');
    return fence + "\n" + printableText(text, LineBreaks::Kept)
        + (text.empty() || text.back() == '\n' ? "" : "\n") + fence + "\n";
}

/// Escapes a paragraph so that it begins no heading or quotation.
std::string markdownWords(std::string_view text)
{
    return markdownText(printableText(text), "#>");
}

std::string html(std::string_view text)
{
    return markupText(printableText(text, LineBreaks::Kept), Apostrophes::Escaped);
}

std::string element(std::string_view name, std::string_view text)
{
    std::string out = "<";
    out += name;
    out += '>';
    out += html(text);
    out += "</";
    out += name;
    out += ">\n";
    return out;
}

std::string htmlCells(const Table &table, const std::vector<std::string> &cells,
                      std::string_view name)
{
    std::string out = "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out += '<';
        out += name;
        out += table.columns[i].rightAligned ? " class=\"number\">" : ">";
        out += html(cells[i]);
        out += "</";
        out += name;
        out += '>';
    }
    return out + "</tr>\n";
}

std::string htmlTable(const Table &table)
{
    std::vector<std::string> titles;
    for (const TableColumn &column : table.columns)
        titles.push_back(column.title);
    std::string out = "<table>\n<thead>" + htmlCells(table, titles, "th") + "</thead>\n<tbody>\n";
    for (const auto &row : table.rows)
        out += htmlCells(table, row, "td");
    out += "</tbody>\n</table>\n";
    if (!table.caption.empty())
        out += "<p class=\"caption\">" + html(table.caption) + "</p>\n";
    return out;
}

/// Captions are outside of cells and need escaping, too.
std::string markdownTable(Table table)
{
    table.caption = markdownWords(table.caption);
    return toMarkdown(table) + "\n";
}

} // namespace

std::string toMarkdown(const ReportDocument &document)
{
    std::string out = "# " + markdownWords(document.title) + "\n";
    for (const ReportSection &section : document.sections) {
        out += "\n## " + markdownWords(section.heading) + "\n\n";
        for (const std::string &paragraph : section.paragraphs)
            out += markdownWords(paragraph) + "\n\n";
        for (const std::string &point : section.points)
            out += "- " + markdownWords(point) + "\n";
        if (!section.points.empty())
            out += '\n';
        for (const Table &table : section.tables)
            out += markdownTable(table);
        for (const std::string &text : section.verbatim)
            out += fenced(text) + "\n";
    }
    return out;
}

std::string toHtml(const ReportDocument &document)
{
    std::string out(pageStart);
    out += element("title", document.title) + "</head>\n<body>\n" + element("h1", document.title);
    for (const ReportSection &section : document.sections) {
        out += element("h2", section.heading);
        for (const std::string &paragraph : section.paragraphs)
            out += element("p", paragraph);
        if (!section.points.empty()) {
            out += "<ul>\n";
            for (const std::string &point : section.points)
                out += element("li", point);
            out += "</ul>\n";
        }
        for (const Table &table : section.tables)
            out += htmlTable(table);
        for (const std::string &text : section.verbatim)
            out += element("pre", text);
    }
    return out + "</body>\n</html>\n";
}

} // namespace loupe
