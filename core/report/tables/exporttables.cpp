// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/exporttables.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

template <typename Number>
DataCell numberOrNothing(const std::optional<Number> &value)
{
    if (!value)
        return std::monostate();
    if constexpr (std::is_same_v<Number, double>)
        return *value;
    else
        return static_cast<std::int64_t>(*value);
}

DataCell whole(std::int64_t value)
{
    return value;
}

DataCell words(std::string_view text)
{
    return std::string(text);
}

} // namespace

const std::vector<std::string> &evaluationColumns()
{
    static const std::vector<std::string> columns{
        "id",      "run",         "suite",        "task",         "category",    "level",
        "method",  "sample",      "round",        "status",       "verdict",     "strict_verdict",
        "speedup", "speedup_low", "speedup_high", "candidate_ms", "baseline_ms", "device",
        "demo",    "message"};
    return columns;
}

DataRow evaluationRow(const ResultRow &row)
{
    return {whole(row.id.value),
            words(row.run),
            words(row.suite),
            words(row.task),
            words(row.category),
            numberOrNothing(row.level),
            words(row.method),
            whole(row.sample),
            whole(row.round),
            words(name(outcomeOf(row.verdict))),
            words(facts(row.verdict).id),
            words(facts(row.strictVerdict).id),
            numberOrNothing(row.speedup),
            numberOrNothing(row.speedupLow),
            numberOrNothing(row.speedupHigh),
            numberOrNothing(row.candidateMs),
            numberOrNothing(row.baselineMs),
            words(row.device),
            words(row.isDemo ? "yes" : "no"),
            words(row.message)};
}

DataTable rateData(std::span<const RateRow> rates, const std::string &group)
{
    DataTable table;
    table.caption
        = "judged = correct + wrong + no build + crash + time-out; not counted = unknown, "
          "skipped, infra errors. fast_1 = correct with speedup > 1, of judged. Means and "
          "medians over the timed correct; speedup = baseline time / candidate time.";
    table.columns = {group,
                     "evaluations",
                     "tasks",
                     "judged",
                     "built",
                     "correct",
                     "wrong",
                     "no_build",
                     "crash",
                     "timeout",
                     "not_counted",
                     "timed",
                     "faster",
                     "fast_1",
                     "geometric_mean_speedup",
                     "arithmetic_mean_speedup",
                     "median_speedup"};
    for (const RateRow &row : rates)
        table.rows.push_back(
            {words(row.group), whole(row.evaluations), whole(row.tasks), whole(row.judged),
             whole(row.built), whole(row.correct), whole(row.wrong), whole(row.noBuild),
             whole(row.crashed), whole(row.timedOut), whole(row.notCounted), whole(row.timed),
             whole(row.faster), numberOrNothing(row.fastp1),
             numberOrNothing(row.geometricMeanSpeedup), numberOrNothing(row.arithmeticMeanSpeedup),
             numberOrNothing(row.medianSpeedup)});
    return table;
}

std::string countsText(const std::map<std::string, std::int64_t> &counts, std::size_t most)
{
    std::vector<std::pair<std::string, std::int64_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto &a, const auto &b) { return a.second > b.second; });
    std::string out;
    for (std::size_t i = 0; i < sorted.size() && i < most; ++i)
        out += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                           sorted[i].first.empty() ? "(none)" : sorted[i].first, sorted[i].second);
    if (sorted.size() > most)
        out += fmt::format(" and {} more", sorted.size() - most);
    return out;
}

DataTable clusterData(std::span<const FailureCluster> clusters)
{
    DataTable table;
    table.caption
        = "A cluster holds the failures with one first cause, without paths, numbers and "
          "addresses. kind: of a closed list. Of methods and categories the most frequent "
          "with their counts.";
    table.columns
        = {"count", "kind", "first_cause", "methods", "categories", "rounds", "fingerprint"};
    constexpr std::size_t most = 3;
    for (const FailureCluster &cluster : clusters) {
        std::map<std::string, std::int64_t> rounds;
        for (const auto &[round, count] : cluster.byRound)
            rounds.emplace(fmt::format("round {}:", round), count);
        table.rows.push_back(
            {whole(cluster.count), words(cluster.kind.text()), words(cluster.summary.text()),
             words(countsText(cluster.byMethod, most)), words(countsText(cluster.byCategory, most)),
             words(countsText(rounds, most)), words(cluster.fingerprint.text())});
    }
    return table;
}

DataTable goldenData(std::span<const StoredGoldenRecord> records)
{
    DataTable table;
    table.caption = "Times of references as they are recorded, in milliseconds.";
    table.columns
        = {"run",       "suite", "task",       "category",   "device",       "baseline",
           "case",      "ms",    "minimum_ms", "maximum_ms", "deviation_ms", "gigabytes_per_second",
           "teraflops", "source"};
    for (const StoredGoldenRecord &each : records) {
        const GoldenRecord &record = each.record;
        table.rows.push_back({words(each.run), words(each.suite), words(record.task),
                              words(each.category), words(each.device), words(record.baseline),
                              words(record.caseName), record.milliseconds,
                              numberOrNothing(record.minimumMs), numberOrNothing(record.maximumMs),
                              numberOrNothing(record.deviationMs),
                              numberOrNothing(record.gigabytesPerSecond),
                              numberOrNothing(record.teraflops), words(record.source)});
    }
    return table;
}

} // namespace loupe
