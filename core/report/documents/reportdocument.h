// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/tables/table.h"

#include <string>
#include <vector>

namespace loupe {

/// A part of a report under one heading: sentences, points, tables, then text as it was written.
struct ReportSection {
    std::string heading;
    std::vector<std::string> paragraphs;
    std::vector<std::string> points;
    std::vector<Table> tables;
    std::vector<std::string> verbatim; ///< code or differences, shown as they are
};

struct ReportDocument {
    std::string title;
    std::vector<ReportSection> sections;
};

/// GitHub's Markdown, whatever the texts hold.
std::string toMarkdown(const ReportDocument &document);

/// One HTML page that needs nothing else: no script, no link, no font, no picture. Every text is
/// escaped.
std::string toHtml(const ReportDocument &document);

} // namespace loupe
