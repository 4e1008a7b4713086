// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/groupintervals.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"

#include <cmath>

namespace loupe {

namespace {

/// Columns of the sums of a task; those of the thresholds follow.
enum Column : std::size_t {
    Judged,
    Built,
    Correct,
    Timed,
    Speedup,
    LogSpeedup,
    WithTimes,
    BaselineMs,
    CandidateMs,
    FirstFast
};

/// The data behind the statistics of one group.
struct GroupSums {
    ClusterSums sums;
    std::vector<ClusteredValue> speedups;
};

void addRow(const MetricRow &row, std::uint32_t cluster, std::span<const FastPThreshold> thresholds,
            GroupSums &group)
{
    const Outcome outcome = outcomeOf(row.verdict);
    if (!isJudged(outcome))
        return;
    group.sums.add(cluster, Judged, 1);
    group.sums.add(cluster, Built, outcome != Outcome::NoBuild ? 1 : 0);
    if (outcome != Outcome::Correct)
        return;
    group.sums.add(cluster, Correct, 1);
    if (isUsableTime(row.baselineMs) && isUsableTime(row.candidateMs)) {
        group.sums.add(cluster, WithTimes, 1);
        group.sums.add(cluster, BaselineMs, *row.baselineMs);
        group.sums.add(cluster, CandidateMs, *row.candidateMs);
    }
    const auto speedup = usableSpeedup(row);
    if (!speedup)
        return;
    group.sums.add(cluster, Timed, 1);
    group.sums.add(cluster, Speedup, *speedup);
    group.sums.add(cluster, LogSpeedup, std::log(*speedup));
    group.speedups.push_back({*speedup, cluster});
    const SampleResult sample{true, true, speedup};
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        if (isFast(sample, thresholds[i].p, thresholds[i].threshold))
            group.sums.add(cluster, FirstFast + i, 1);
    }
}

SumStatistic ratioOf(std::size_t numerator, std::size_t denominator)
{
    return [=](std::span<const double> sums) { return sums[numerator] / sums[denominator]; };
}

/// Returns the share of fast kernels; NaN if correct kernels exist but none was timed.
SumStatistic fastShare(std::size_t column)
{
    return [=](std::span<const double> sums) {
        const bool isUnknown = sums[Correct] > 0 && sums[Timed] <= 0;
        return isUnknown ? std::nan("") : sums[column] / sums[Judged];
    };
}

GroupIntervals intervalsOf(const std::string &name, const GroupSums &group,
                           std::span<const FastPThreshold> thresholds,
                           const BootstrapOptions &options)
{
    const std::vector<double> total = group.sums.total();
    const auto count = [&](Column column) { return static_cast<int>(total[column]); };
    GroupIntervals out;
    out.group = name;
    out.tasks = static_cast<int>(group.sums.clusters());
    std::vector<SumStatistic> statistics;
    const auto add = [&](std::string statistic, int used, int of, SumStatistic function) {
        out.statistics.push_back({std::move(statistic), std::nullopt, used, of});
        statistics.push_back(std::move(function));
    };
    add("built", count(Judged), count(Judged), ratioOf(Built, Judged));
    add("correct", count(Judged), count(Judged), ratioOf(Correct, Judged));
    for (std::size_t i = 0; i < thresholds.size(); ++i)
        add(fastPName(thresholds[i].p, thresholds[i].threshold),
            count(Judged) - (count(Correct) - count(Timed)), count(Judged),
            fastShare(FirstFast + i));
    add("geometric mean", count(Timed), count(Correct),
        [](std::span<const double> sums) { return std::exp(sums[LogSpeedup] / sums[Timed]); });
    add("arithmetic mean", count(Timed), count(Correct), ratioOf(Speedup, Timed));
    add("ratio of total times", count(WithTimes), count(Correct), ratioOf(BaselineMs, CandidateMs));
    const std::size_t shares = 2 + thresholds.size(); // built, correct, then one per threshold
    const auto intervals = bootstrap(group.sums, statistics, options);
    for (std::size_t i = 0; i < intervals.size(); ++i)
        out.statistics[i].interval
            = i < shares ? shareInterval(intervals[i], options) : intervals[i];
    out.statistics.push_back({"median",
                              bootstrapMedian(group.speedups, group.sums.clusters(), options),
                              count(Timed), count(Correct)});
    return out;
}

} // namespace

std::vector<GroupIntervals> groupIntervals(std::span<const MetricRow> rows, GroupBy groupBy,
                                           std::span<const FastPThreshold> thresholds,
                                           const BootstrapOptions &options)
{
    constexpr std::uint32_t notHere = ~0U;
    const RowTasks tasks = rowTasks(rows);
    std::vector<std::uint32_t> clusterOf(tasks.count, notHere);
    std::vector<GroupIntervals> out;
    forEachGroup(rows, groupBy, [&](const std::string &name, std::span<const std::uint32_t> mine) {
        std::uint32_t clusters = 0;
        for (const std::uint32_t row : mine) {
            std::uint32_t &cluster = clusterOf[tasks.taskOf[row]];
            if (cluster == notHere)
                cluster = clusters++;
        }
        GroupSums sums{ClusterSums(clusters, FirstFast + thresholds.size()), {}};
        for (const std::uint32_t row : mine)
            addRow(rows[row], clusterOf[tasks.taskOf[row]], thresholds, sums);
        out.push_back(intervalsOf(name, sums, thresholds, options));
        for (const std::uint32_t row : mine)
            clusterOf[tasks.taskOf[row]] = notHere;
    });
    return out;
}

} // namespace loupe
