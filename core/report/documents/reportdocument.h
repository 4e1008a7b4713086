// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/tables/table.h"

#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// A part of a report under one heading: sentences, points, tables, then verbatim text.
struct ReportSection {
    std::string heading;
    std::vector<std::string> paragraphs;
    std::vector<std::string> points;
    std::vector<Table> tables;
    std::vector<std::string> verbatim; ///< code or differences, unchanged
};

struct ReportDocument {
    std::string title;
    std::vector<ReportSection> sections;

    /// Adds an empty section and returns it, until the next one is added.
    ReportSection &add(std::string heading)
    {
        return sections.emplace_back(ReportSection{std::move(heading), {}, {}, {}, {}});
    }
};

/// Returns GitHub Markdown; all texts are escaped.
std::string toMarkdown(const ReportDocument &document);

/// Returns one self-contained HTML page: no script, link, font or picture. All texts are escaped.
std::string toHtml(const ReportDocument &document);

} // namespace loupe
