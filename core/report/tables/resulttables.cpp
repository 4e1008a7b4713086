// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/resulttables.h"

#include "core/analysis/rows/grouping.h"

#include <fmt/format.h>

namespace loupe {

namespace {

std::string speedupText(const std::optional<double> &speedup)
{
    return speedup ? fmt::format("{:.2f}×", *speedup) : "–";
}

std::string interval(const ResultRow &row)
{
    if (!row.speedupLow || !row.speedupHigh)
        return "–";
    return fmt::format("{:.2f}–{:.2f}", *row.speedupLow, *row.speedupHigh);
}

std::string milliseconds(const std::optional<double> &value)
{
    return value ? fmt::format("{:.4g}", *value) : "–";
}

/// "12 (40 %)": the count with its share of n; a bare count when there is nothing to share.
std::string share(int count, int n)
{
    return n == 0 ? std::to_string(count) : fmt::format("{} ({:.1f} %)", count, 100.0 * count / n);
}

} // namespace

Table resultTable(std::span<const ResultRow> rows)
{
    Table table;
    table.columns
        = {{"Id", true},           {"Task", false},      {"Method", false}, {"Sample", true},
           {"Round", true},        {"Verdict", false},   {"Speedup", true}, {"95 %", true},
           {"Candidate ms", true}, {"Baseline ms", true}};
    for (const ResultRow &row : rows) {
        const VerdictFacts &verdict = facts(row.verdict);
        table.rows.push_back({std::to_string(row.id.value), row.task, row.method,
                              std::to_string(row.sample), std::to_string(row.round),
                              fmt::format("{} {}", symbol(verdict.outcome), verdict.label),
                              speedupText(row.speedup), interval(row),
                              milliseconds(row.candidateMs), milliseconds(row.baselineMs)});
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
            {row.group, std::to_string(row.judged), share(row.built, row.judged),
             share(row.correct, row.judged), std::to_string(row.wrong), std::to_string(row.noBuild),
             std::to_string(row.crashed), std::to_string(row.timedOut),
             std::to_string(row.notCounted), fmt::format("{} of {}", row.timed, row.correct),
             row.fastp1 ? fmt::format("{:.3f}", *row.fastp1) : "–",
             speedupText(row.geometricMeanSpeedup), speedupText(row.medianSpeedup)});
    }
    table.caption
        = "judged = correct + wrong + no build + crash + time-out; built and correct as shares of "
          "judged. "
          "not counted = unknown, skipped, infra errors. fast_1 = correct with speedup > 1, of "
          "judged. "
          "Means and medians over the timed correct; speedup = baseline time / candidate time.";
    return table;
}

} // namespace loupe
