// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/resulttables.h"

#include "core/analysis/rows/grouping.h"

#include <fmt/format.h>

namespace loupe {

namespace {

std::string interval(const ResultRow &row)
{
    if (!row.speedupLow || !row.speedupHigh)
        return "–";
    return fmt::format("{:.2f}–{:.2f}", *row.speedupLow, *row.speedupHigh);
}

/// Returns "0.250", or "0.250 to 0.750" if some correct rows were not timed.
std::string fastText(const RateRow &row)
{
    if (!row.fastp1)
        return "–";
    const bool isRange = row.fastp1High && *row.fastp1High > *row.fastp1;
    return isRange ? fmt::format("{:.3f} to {:.3f}", *row.fastp1, *row.fastp1High)
                   : fmt::format("{:.3f}", *row.fastp1);
}

} // namespace

std::string verdictWithSign(Verdict verdict)
{
    const VerdictFacts &known = facts(verdict);
    return fmt::format("{} {}", symbol(known.outcome), known.label);
}

Table resultTable(std::span<const ResultRow> rows)
{
    const auto hasStrict
        = [](const ResultRow &row) { return outcomeOf(row.strictVerdict) != Outcome::Unknown; };
    const bool showsStrict = std::ranges::any_of(rows, hasStrict);
    Table table;
    table.columns
        = {{"Id", true},           {"Task", false},      {"Method", false}, {"Sample", true},
           {"Round", true},        {"Verdict", false},   {"Speedup", true}, {"95 %", true},
           {"Candidate ms", true}, {"Baseline ms", true}};
    constexpr std::ptrdiff_t strictColumn = 6;
    if (showsStrict)
        table.columns.insert(table.columns.begin() + strictColumn, {"Strict", false});
    const bool namesBaselines
        = std::ranges::any_of(rows, [](const ResultRow &row) { return !row.baseline.empty(); });
    if (namesBaselines)
        table.columns.push_back({"Baseline", false});
    const bool showsShapes = std::ranges::any_of(
        rows, [](const ResultRow &row) { return row.minSpeedup.has_value(); });
    if (showsShapes) {
        table.columns.push_back({"Min", true});
        table.columns.push_back({"Shape", false});
    }
    for (const ResultRow &row : rows) {
        const Outcome outcome = row.outcome();
        const std::string_view word
            = outcome == Outcome::Flagged ? label(outcome) : facts(row.verdict).label;
        std::vector<std::string> cells{std::to_string(row.id.value),
                                       row.task,
                                       row.method,
                                       std::to_string(row.sample),
                                       std::to_string(row.round),
                                       fmt::format("{} {}", symbol(outcome), word),
                                       orDash(row.speedup, "{:.2f}×"),
                                       interval(row),
                                       orDash(row.candidateMs, "{:.4g}"),
                                       orDash(row.baselineMs, "{:.4g}")};
        if (showsStrict)
            cells.insert(cells.begin() + strictColumn,
                         hasStrict(row) ? verdictWithSign(row.strictVerdict) : std::string("–"));
        if (namesBaselines)
            cells.push_back(row.baseline.empty() ? std::string("–") : row.baseline);
        if (showsShapes) {
            cells.push_back(orDash(row.minSpeedup, "{:.2f}×"));
            cells.push_back(row.minSpeedupShape.empty() ? std::string("–") : row.minSpeedupShape);
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Table rateTableText(std::span<const RateRow> rows, GroupBy groupBy)
{
    Table table;
    table.columns = {{std::string(name(groupBy)), false},
                     {"judged", true},
                     {"built", true},
                     {"correct", true},
                     {"flagged", true},
                     {"wrong", true},
                     {"no build", true},
                     {"crash", true},
                     {"time-out", true},
                     {"not counted", true},
                     {"timed", true},
                     {"fast_1", true},
                     {"geo. mean", true},
                     {"median", true}};
    for (const RateRow &row : rows) {
        table.rows.push_back(
            {row.group, std::to_string(row.judged), withShare(row.built, row.judged),
             withShare(row.correct, row.judged), std::to_string(row.flagged),
             std::to_string(row.wrong), std::to_string(row.noBuild), std::to_string(row.crashed),
             std::to_string(row.timedOut), std::to_string(row.notCounted),
             fmt::format("{} of {}", row.timed, row.correct), fastText(row),
             orDash(row.geometricMeanSpeedup, "{:.2f}×"), orDash(row.medianSpeedup, "{:.2f}×")});
    }
    table.caption
        = "judged = correct + flagged + wrong + no build + crash + time-out; built and correct as "
          "shares of judged. flagged = correct, but a finding of cheating is confirmed or not "
          "reviewed. not counted = unknown, skipped, infra errors. fast_1 = correct with speedup > "
          "1, of judged; a range where correct ones were not timed. "
          "Means and medians over the timed correct; speedup = baseline time / candidate time.";
    return table;
}

} // namespace loupe
