// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/findingsection.h"

#include "core/report/tables/exporttables.h"
#include "core/store/read/pairselection.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Cells by "rule: name", "finding: weight" and "reviewed: decision".
using CellsByLine = std::map<std::string, std::unordered_set<std::int64_t>>;

Result<CellsByLine> cellsByLine(StoreReader &reader, std::span<const Population> blocks,
                                const Filter &filter)
{
    std::unordered_set<std::int64_t> cells;
    for (const Population &block : blocks) {
        for (const MetricRow &cell : block.cells())
            cells.insert(cell.id.value);
    }
    const auto findings = reader.findings(withoutSpeedups(filter), {}); // the cells select by them
    if (!findings)
        return findings.error();
    const auto reviews = reader.reviews();
    if (!reviews)
        return reviews.error();
    CellsByLine out;
    const auto add = [&](RowId evaluation, const char *field, std::string_view value) {
        if (cells.contains(evaluation.value))
            out[fmt::format("{}: {}", field, value)].insert(evaluation.value);
    };
    for (const StoredFinding &each : *findings) {
        add(each.evaluation, "rule", each.finding.rule);
        add(each.evaluation, "finding", severityName(each.finding.severity));
    }
    std::map<RowId, ReviewDecision> last;
    for (const Review &each : *reviews)
        last[each.evaluation] = each.decision;
    for (const auto &[evaluation, decision] : last)
        add(evaluation, "reviewed", decisionName(decision));
    return out;
}

} // namespace

Status addFindingSection(StoreReader &reader, std::span<const Population> blocks,
                         const Filter &filter, ReportDocument &document)
{
    const auto cells = cellsByLine(reader, blocks, filter);
    if (!cells)
        return cells.error();
    DataTable table;
    table.columns = {"rule or weight", "task × method pairs", "attempts"};
    for (const char *field : {"rule", "finding", "reviewed"}) {
        const auto counts = reader.facet(field, filter);
        if (!counts)
            return counts.error();
        for (const FacetCount &each : *counts) {
            const std::string line = fmt::format("{}: {}", field, each.value);
            const auto found = cells->find(line);
            table.rows.push_back(
                {line, static_cast<std::int64_t>(found == cells->end() ? 0 : found->second.size()),
                 each.count});
        }
    }
    if (table.rows.empty())
        return {};
    table.caption = "Results with integrity findings, by rule and severity, and how many were "
                    "reviewed, by the last decision. cells: task × method pairs, with the attempt "
                    "that counts, excluded or not. evaluations: every sample, round and attempt. A "
                    "result may count in several lines.";
    ReportSection part{"Findings and reviews", {}, {}, {}, {}};
    part.tables.push_back(toTable(table));
    document.sections.push_back(std::move(part));
    return {};
}

} // namespace loupe
