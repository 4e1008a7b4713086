// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/ratesections.h"

#include "core/analysis/metrics/groupintervals.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/base/counted.h"
#include "core/report/tables/resulttables.h"
#include "core/report/tables/statisticstables.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr FastPThreshold fasterThanBaseline{1, Threshold::Above};

/// Returns the groupings that are always shown, and others if they have several groups.
std::vector<GroupBy> groupingsWithin(const Population &block)
{
    std::vector<GroupBy> out{GroupBy::Category, GroupBy::Method};
    for (const GroupBy by :
         {GroupBy::Suite, GroupBy::Level, GroupBy::Device, GroupBy::Precision, GroupBy::Baseline}) {
        if (rowGroups(block.cells(), by).names.size() > 1)
            out.push_back(by);
    }
    return out;
}

/// Adds rates and their intervals; without a row "all" if conditions are kept separate.
void addTables(const Population &block, GroupBy by, ReportSection &section)
{
    const BootstrapOptions bootstrap;
    std::vector<GroupIntervals> intervals
        = groupIntervals(block.cells(), by, std::span(&fasterThanBaseline, 1), bootstrap);
    if (block.isSplit())
        intervals.pop_back();
    const std::size_t first = section.tables.size();
    section.tables.push_back(rateTableText(rateTable(block, by), by));
    section.tables.push_back(intervalSummaryText(intervals, std::string(name(by)), bootstrap));
    // One definition is enough for all tables.
    for (std::size_t i = first; i < section.tables.size(); ++i)
        section.tables[i].caption.clear();
}

/// Adds a line for each block; the captions define the columns of all tables.
void addBlockTables(std::span<const Population> blocks, ReportSection &section)
{
    const BootstrapOptions bootstrap;
    std::vector<RateRow> rates;
    std::vector<GroupIntervals> intervals;
    rates.reserve(blocks.size());
    intervals.reserve(blocks.size());
    for (const Population &block : blocks) {
        rates.push_back(rateTable(block.cells(), GroupBy::All).back());
        rates.back().group = blockName(block);
        intervals.push_back(groupIntervals(block.cells(), GroupBy::All,
                                           std::span(&fasterThanBaseline, 1), bootstrap)
                                .back());
        intervals.back().group = blockName(block);
    }
    section.tables.push_back(rateTableText(rates, GroupBy::All));
    section.tables.push_back(intervalSummaryText(intervals, "population", bootstrap));
    section.tables.front().columns.front().title = "population";
}

} // namespace

std::string blockName(const Population &block)
{
    const std::string heading = headingOf(block);
    std::string suite = text(block.condition(GroupBy::Suite));
    if (heading.empty())
        return suite;
    // If several suites were possible, the heading already names the chosen one.
    return block.condition(GroupBy::Suite).hasSeveral() ? heading : suite + ", " + heading;
}

void addRateSections(std::span<const Population> blocks, ReportDocument &document)
{
    ReportSection &first = document.add("Rates and speedups");
    first.paragraphs.emplace_back(
        "Each task × method pair counts once, with the attempt that the caption names. The "
        "intervals of rates and averages follow each table of rates. The notes below the first two "
        "tables define the columns of all of them. Rates are shares of the judged pairs of the "
        "row.");
    const bool hasAny = std::ranges::any_of(
        blocks, [](const Population &block) { return !block.cells().empty(); });
    if (!hasAny)
        return;
    if (blocks.size() > 1)
        first.paragraphs.push_back(fmt::format(
            "The results have several conditions: {}. No figure pools two of them. A result "
            "without a recorded condition, such as a failure without a device, is in each.",
            counted(blocks.size(), "population")));
    addBlockTables(blocks, first);
    for (const Population &block : blocks) {
        ReportSection &own = blocks.size() > 1
            ? document.add("Rates and speedups: " + blockName(block))
            : document.sections.back();
        own.paragraphs.push_back(captionOf(block));
        for (const GroupBy by : groupingsWithin(block))
            addTables(block, by, own);
    }
}

} // namespace loupe
