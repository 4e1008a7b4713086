// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/roundsection.h"

#include "core/analysis/population/countedsamples.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/base/counted.h"
#include "core/report/documents/ratesections.h"
#include "core/report/tables/roundtables.h"
#include "core/report/tables/statisticstables.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

using RowsOfRuns = std::map<Name, std::vector<MetricRow>>;

/// Returns the counted samples of each run with several rounds; a single round has no rates of a
/// second.
RowsOfRuns refinedRuns(const Population &block)
{
    RowsOfRuns out;
    for (MetricRow &row : countedSamples(block))
        out[row.run].push_back(std::move(row));
    std::erase_if(out, [](const RowsOfRuns::value_type &each) {
        return std::ranges::all_of(each.second, [&](const MetricRow &row) {
            return row.round == each.second.front().round;
        });
    });
    return out;
}

/// Returns "84 trajectories with 110 steps between judged rounds."
std::string stepsSentence(const RoundTable &table)
{
    std::size_t steps = 0;
    for (const RoundStep &step : table.steps)
        steps += static_cast<std::size_t>(step.trajectories);
    const auto trajectories = static_cast<std::size_t>(table.trajectories);
    return fmt::format("{} with {} between judged rounds.",
                       trajectories == 1 ? "1 trajectory"
                                         : fmt::format("{} trajectories", trajectories),
                       counted(steps, "step"));
}

std::vector<Table> tablesOf(const std::vector<MetricRow> &rows)
{
    const RoundTable table = roundTable(rows);
    const std::vector<RoundChange> changes = roundChanges(rows);
    std::vector<Table> out{roundRatesTable(table), roundStepsTable(table)};
    out.front().caption = stepsSentence(table) + " " + out.front().caption;
    if (!changes.empty())
        out.push_back(compositionTableText(changes));
    return out;
}

} // namespace

void addRoundSection(std::span<const Population> blocks, ReportDocument &document)
{
    std::vector<Table> tables;
    std::set<Name> runs;
    for (const Population &block : blocks) {
        for (const auto &[run, rows] : refinedRuns(block)) {
            runs.insert(run);
            const std::string which = blocks.size() > 1 ? " (" + blockName(block) + ")" : "";
            for (Table &each : tablesOf(rows)) {
                each.caption = fmt::format("Run {}{}. {}", run.text(), which, each.caption);
                tables.push_back(std::move(each));
            }
        }
    }
    if (tables.empty())
        return;
    ReportSection &part = document.sections.emplace_back();
    part.heading = "Rounds";
    part.tables = std::move(tables);
    part.paragraphs.push_back(fmt::format(
        "Of the runs, {} have several rounds. Below the rates of each are the steps between its "
        "rounds and why its mean speedup changed: by the same kernels, or by kernels that entered "
        "or left the mean. Each task × method pair counts in one run: that of the attempt that "
        "counts.",
        runs.size()));
}

} // namespace loupe
