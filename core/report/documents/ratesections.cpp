// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/ratesections.h"

#include "core/analysis/metrics/groupintervals.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/report/tables/resulttables.h"
#include "core/report/tables/statisticstables.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

ReportSection &addSection(ReportDocument &document, std::string heading)
{
    document.sections.push_back({std::move(heading), {}, {}, {}, {}});
    return document.sections.back();
}

std::vector<std::span<const MetricRow>> suitesOf(std::span<const MetricRow> rows)
{
    std::vector<std::span<const MetricRow>> out;
    for (auto first = rows.begin(); first != rows.end();) {
        const auto last = std::find_if(
            first, rows.end(), [&](const MetricRow &row) { return row.suite != first->suite; });
        out.emplace_back(first, last);
        first = last;
    }
    return out;
}

/// Those that are always shown, and others where they split anything.
std::vector<GroupBy> groupingsWithin(std::span<const MetricRow> suite)
{
    std::vector<GroupBy> out{GroupBy::Category, GroupBy::Method};
    for (const GroupBy by :
         {GroupBy::Level, GroupBy::Device, GroupBy::Precision, GroupBy::Baseline}) {
        if (rowGroups(suite, by).names.size() > 1)
            out.push_back(by);
    }
    return out;
}

enum class Totals { Shown, LeftOut };

/// Rates and their intervals. Without totals there is no row "all".
void addTables(std::span<const MetricRow> rows, GroupBy by, Totals totals, ReportSection &section)
{
    const BootstrapOptions bootstrap;
    const std::vector<FastPThreshold> thresholds{{1, Threshold::Above}};
    std::vector<RateRow> rates = rateTable(rows, by);
    std::vector<GroupIntervals> intervals = groupIntervals(rows, by, thresholds, bootstrap);
    if (totals == Totals::LeftOut) {
        rates.pop_back();
        intervals.pop_back();
    }
    section.tables.push_back(rateTableText(rates, by));
    section.tables.push_back(intervalSummaryText(intervals, std::string(name(by)), bootstrap));
    // One definition is enough for all tables.
    if (by != GroupBy::Suite) {
        for (auto table = section.tables.end() - 2; table != section.tables.end(); ++table)
            table->caption.clear();
    }
}

} // namespace

void addRateSections(std::span<const MetricRow> rows, ReportDocument &document)
{
    ReportSection &first = addSection(document, "Rates and speedups");
    first.paragraphs.emplace_back(
        "Each table of rates is followed by the intervals of its rates and averages. The words "
        "below the first two of these tables define the columns of all of them; every rate is of "
        "what its row judged, where each round and sample of a task counts by itself (the filter "
        "round:last keeps the last one of each).");
    if (rows.empty())
        return;
    const std::vector<std::span<const MetricRow>> suites = suitesOf(rows);
    const bool areSeveral = suites.size() > 1;
    if (areSeveral)
        first.paragraphs.emplace_back(
            "Suites differ in tasks, rules and clocks: no figure is made over several of them. The "
            "next sections split each by itself.");
    addTables(rows, GroupBy::Suite, areSeveral ? Totals::LeftOut : Totals::Shown, first);
    for (const std::span<const MetricRow> suite : suites) {
        ReportSection &own = areSeveral
            ? addSection(document,
                         "Rates and speedups: " + groupName(suite.front(), GroupBy::Suite))
            : document.sections.back();
        for (const GroupBy by : groupingsWithin(suite))
            addTables(suite, by, Totals::Shown, own);
    }
}

} // namespace loupe
