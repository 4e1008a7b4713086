// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/analysis/rows/samples.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/analysis/statistics/twothreads.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Limit of k: the estimator of all k up to the largest takes O(n) per task.
constexpr int maxK = 200;

struct PassTask {
    SuccessCount count;
    std::uint32_t cluster = 0;
};

struct PassGroup {
    std::vector<PassTask> tasks; ///< those with enough samples
    std::size_t clusters = 0;
    int all = 0; ///< tasks with a judged sample
    std::vector<RowId> correct;
};

/// Returns the largest k for which at least half of the tasks have enough samples.
int reachOf(const SampleTable &table)
{
    std::vector<std::size_t> samples;
    for (const TaskSamples &task : table.tasks) {
        if (task.count > 0)
            samples.push_back(task.count);
    }
    if (samples.empty())
        return 0;
    std::sort(samples.begin(), samples.end(), std::greater<>());
    return static_cast<int>(std::min<std::size_t>(samples[(samples.size() - 1) / 2], maxK));
}

PassGroup passGroup(const SampleTable &table, int k)
{
    PassGroup out;
    NameNumbers<2> clusters;
    for (const TaskSamples &task : table.tasks) {
        if (task.count == 0)
            continue;
        ++out.all;
        if (task.count < static_cast<std::size_t>(k))
            continue;
        PassTask entry{{static_cast<int>(task.count), 0, -1},
                       clusters[{task.row->suite, task.row->task}]};
        for (const SampleResult &sample : table.of(task)) {
            if (!sample.isCorrect)
                continue;
            ++entry.count.successes;
            out.correct.push_back(sample.row->id);
        }
        out.tasks.push_back(entry);
    }
    out.clusters = clusters.size();
    return out;
}

std::vector<std::optional<Interval>> passBands(const PassGroup &group, const std::vector<int> &ks,
                                               const ChartRequest &request, std::size_t groups,
                                               ResampleRange &taken)
{
    ClusterSums sums(group.clusters, ks.size() + 1);
    for (const PassTask &task : group.tasks) {
        sums.add(task.cluster, ks.size(), 1);
        for (std::size_t i = 0; i < ks.size(); ++i)
            sums.add(task.cluster, i, passAtK(task.count, ks[i]).value_or(0));
    }
    return shareBands(sums, request, groups, 0, taken);
}

ChartLine passLine(const std::string &name, const PassGroup &group, const std::vector<int> &ks,
                   const ChartRequest &request, std::size_t groups, ResampleRange &taken)
{
    ChartLine line;
    line.name = name;
    std::vector<SuccessCount> counts;
    counts.reserve(group.tasks.size());
    for (const PassTask &task : group.tasks)
        counts.push_back(task.count);
    std::vector<std::optional<Interval>> bands(ks.size());
    if (request.withIntervals)
        bands = passBands(group, ks, request, groups, taken);
    for (std::size_t i = 0; i < ks.size(); ++i) {
        const Figure figure = meanPassAtK(counts, ks[i]);
        if (!figure.value)
            continue;
        ChartPoint point;
        point.x = ks[i];
        point.y = *figure.value;
        if (bands[i]) {
            point.low = bands[i]->low;
            point.high = bands[i]->high;
        }
        point.mark.text = fmt::format("{}, pass@{}: {}{} over {} tasks", name, ks[i],
                                      chartShare(point.y), chartInterval(point.low, point.high),
                                      chartCountOf(figure.used, group.all));
        if (i == 0)
            point.mark.members = group.correct;
        line.points.push_back(std::move(point));
    }
    return line;
}

ChartAxis kAxis(int most)
{
    ChartAxis axis;
    axis.title = "k";
    axis.least = 1;
    axis.most = std::max(2, most);
    const int step = std::max(1, (most + 9) / 10);
    for (int k = 1; k <= most; k += k == 1 && step > 1 ? step - 1 : step)
        axis.ticks.push_back({static_cast<double>(k), std::to_string(k)});
    return axis;
}

} // namespace

Result<Chart> passAtKChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop)
{
    const ChartGroups groups = chartGroups(rows, request, maxPanels);
    std::vector<SampleTable> tables(groups.shown.size());
    eachOnTwoThreads(tables.size(), rows.size(), [&](std::size_t i) {
        if (!stop.stop_requested())
            tables[i] = sampleTable(rows, groups.shown[i].places, SampleRule::LastRound);
    });
    int most = 0;
    for (const SampleTable &table : tables)
        most = std::max(most, reachOf(table));
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "the chart was cancelled"};
    if (most < 2)
        return Error{.code = Errc::Unsupported,
                     .message = "tasks have one sample each, so there is only pass@1",
                     .hint = "the success rate shows it; pass@k needs several samples of a task"};
    const bool isMultiple = groups.shown.size() > maxSeries;
    Chart chart;
    ChartPanel empty;
    empty.y = shareAxis("pass@k");
    if (!isMultiple)
        chart.panels.push_back(empty);
    int drawn = 0;
    ResampleRange taken;
    for (std::size_t i = 0; i < groups.shown.size(); ++i) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the chart was cancelled"};
        const int reach = reachOf(tables[i]);
        std::vector<int> ks;
        for (int k = 1; k <= reach; ++k) {
            if (request.passAt.empty()
                || std::find(request.passAt.begin(), request.passAt.end(), k)
                    != request.passAt.end())
                ks.push_back(k);
        }
        if (ks.empty())
            continue;
        drawn = std::max(drawn, ks.back());
        const PassGroup group = passGroup(tables[i], ks.back());
        ChartLine line
            = passLine(groups.shown[i].name, group, ks, request, groups.shown.size(), taken);
        addGroupLine(chart, empty, isMultiple, i, std::move(line),
                     chartCountOf(static_cast<int>(group.tasks.size()), group.all) + " tasks");
    }
    for (ChartPanel &panel : chart.panels)
        panel.x = kAxis(std::max(most, drawn));
    chart.definition
        = "pass@k by the unbiased estimator 1 - C(n-c, k) / C(n, k) (Chen et al. 2021), the mean "
          "over tasks of each method and run; a sample counts with its last judged round. Each "
          "line is over the tasks with enough samples for its last k, of those with any.";
    if (taken.most > 0)
        chart.definition += " Bands: 95 % percentile bootstrap over tasks, " + taken.text() + ".";
    chart.definition += groups.leftText();
    return chart;
}

} // namespace loupe
