// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/analysis/rows/samples.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/analysis/statistics/twothreads.h"
#include "core/base/counted.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr int pointsPerOctave = 8;
/// With more tasks, only the requested thresholds list their members. Lists for every point of
/// every line would need more memory than the rows.
constexpr std::size_t maxListed = 20000;

struct FastPTask {
    std::optional<double> speedup;
    RowId id;
    std::uint32_t cluster = 0;
};

struct FastPGroup {
    std::string name;
    std::vector<FastPTask> tasks; ///< judged; the fastest first, those without a speedup last
    std::size_t clusters = 0;
    int timed = 0;
    int untimed = 0; ///< correct without a speedup

    /// Returns the number of tasks that are fast at p; they come first in `tasks`.
    std::size_t fastAt(const FastPThreshold &threshold) const
    {
        const auto end
            = std::partition_point(tasks.begin(), tasks.end(), [&](const FastPTask &task) {
                  return isFast({true, true, task.speedup}, threshold.p, threshold.threshold);
              });
        return static_cast<std::size_t>(end - tasks.begin());
    }
    /// Returns false if programs are correct but none was timed, like fastP().
    bool isKnown() const { return !tasks.empty() && (untimed == 0 || timed > 0); }
};

FastPGroup fastPGroup(std::span<const MetricRow> rows, const ChartGroup &group)
{
    FastPGroup out;
    out.name = group.name;
    NameNumbers<2> clusters;
    const SampleTable table = sampleTable(rows, group.places, SampleRule::LastRound);
    for (const TaskSamples &task : table.tasks) {
        if (task.count == 0)
            continue;
        const SampleResult &first = table.of(task).front();
        out.tasks.push_back(
            {first.speedup, first.row->id, clusters[{task.row->suite, task.row->task}]});
        out.timed += first.speedup ? 1 : 0;
        out.untimed += first.isCorrect && !first.speedup ? 1 : 0;
    }
    out.clusters = clusters.size();
    std::stable_sort(out.tasks.begin(), out.tasks.end(),
                     [](const FastPTask &a, const FastPTask &b) { return a.speedup > b.speedup; });
    return out;
}

/// Returns the bands at each threshold, over the same resamples.
std::vector<std::optional<Interval>> fastPBands(const FastPGroup &group,
                                                const std::vector<FastPThreshold> &grid,
                                                const ChartRequest &request, std::size_t groups,
                                                ResampleRange &taken)
{
    ClusterSums sums(group.clusters, grid.size() + 1);
    for (const FastPTask &task : group.tasks) {
        sums.add(task.cluster, grid.size(), 1);
        for (std::size_t i = 0; i < grid.size(); ++i) {
            if (!isFast({true, true, task.speedup}, grid[i].p, grid[i].threshold))
                break; // the thresholds ascend
            sums.add(task.cluster, i, 1);
        }
    }
    // Groups already run on two threads.
    return shareBands(sums, request, groups, groups > 1 ? 1 : 0, taken);
}

std::vector<FastPThreshold> fastPGrid(const ChartRequest &request,
                                      const std::vector<FastPThreshold> &asked)
{
    std::set<double> at;
    const HistogramAxis &axis = request.axis;
    for (int i = axis.minLog2 * pointsPerOctave; i <= axis.maxLog2 * pointsPerOctave; ++i)
        at.insert(std::exp2(static_cast<double>(i) / pointsPerOctave));
    for (const FastPThreshold &each : asked) {
        if (each.p >= std::exp2(axis.minLog2) && each.p <= std::exp2(axis.maxLog2))
            at.insert(each.p);
    }
    std::vector<FastPThreshold> out;
    out.reserve(at.size());
    for (const double p : at)
        out.push_back({p, asked.front().threshold});
    return out;
}

/// Adds a corner at each speedup that a task of the group has: there the curve drops to the share
/// of the faster ones and keeps it up to the next. Corners that no paper could show apart are one.
void addCorners(ChartLine &line, const FastPGroup &group, const HistogramAxis &axis)
{
    const double step = (axis.maxLog2 - axis.minLog2) / 8192.0;
    const auto n = static_cast<double>(group.tasks.size());
    std::vector<ChartPoint> corners;
    for (std::size_t faster = 0; faster < group.tasks.size();) {
        const std::optional<double> speedup = group.tasks[faster].speedup;
        if (!speedup)
            break;
        const double log = std::log2(*speedup);
        const bool isApart = corners.empty() || std::log2(corners.back().x) - log >= step;
        if (log > axis.minLog2 && log < axis.maxLog2 && isApart) {
            ChartPoint &corner = corners.emplace_back();
            corner.x = *speedup;
            corner.y = static_cast<double>(faster) / n;
            corner.isCorner = true;
        }
        while (faster < group.tasks.size() && group.tasks[faster].speedup == speedup)
            ++faster;
    }
    std::ranges::reverse(corners);
    const std::size_t points = line.points.size();
    line.points.insert(line.points.end(), corners.begin(), corners.end());
    // A threshold comes before the corner at the same place, because it may hold there still.
    std::inplace_merge(line.points.begin(),
                       line.points.begin() + static_cast<std::ptrdiff_t>(points), line.points.end(),
                       [](const ChartPoint &a, const ChartPoint &b) { return a.x < b.x; });
}

ChartLine fastPLine(const FastPGroup &group, const std::vector<FastPThreshold> &grid,
                    const std::vector<FastPThreshold> &asked, const ChartRequest &request,
                    std::size_t groups, ResampleRange &taken)
{
    ChartLine line;
    line.name = group.name;
    if (!group.isKnown())
        return line;
    std::vector<std::optional<Interval>> bands(grid.size());
    if (request.withIntervals)
        bands = fastPBands(group, grid, request, groups, taken);
    const bool isListed = group.tasks.size() <= maxListed;
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const std::size_t fast = group.fastAt(grid[i]);
        ChartPoint point;
        point.x = grid[i].p;
        point.y = static_cast<double>(fast) / static_cast<double>(group.tasks.size());
        if (bands[i]) {
            point.low = bands[i]->low;
            point.high = bands[i]->high;
        }
        point.mark.text = fmt::format(
            "{}, {}: {}{}, {} tasks", group.name, fastPName(grid[i].p, grid[i].threshold),
            chartShare(point.y), chartInterval(point.low, point.high),
            chartCountOf(static_cast<int>(fast), static_cast<int>(group.tasks.size())));
        const bool isAsked = std::any_of(asked.begin(), asked.end(),
                                         [&](const auto &each) { return each.p == grid[i].p; });
        if (isListed || isAsked) {
            point.mark.members.reserve(fast);
            for (std::size_t task = 0; task < fast; ++task)
                point.mark.members.push_back(group.tasks[task].id);
        }
        line.points.push_back(std::move(point));
    }
    line.isStep = true;
    addCorners(line, group, request.axis);
    return line;
}

/// Returns "43.2 % [40.1 %, 46.0 %] of 278": the scoreboard at p.
std::string scoreText(const ChartLine &line, const FastPGroup &group, double p)
{
    const auto at
        = std::find_if(line.points.begin(), line.points.end(),
                       [&](const ChartPoint &point) { return point.x == p && !point.isCorner; });
    if (at == line.points.end())
        return "not known, no correct result was timed";
    return fmt::format("{}{} of {}", chartShare(at->y), chartInterval(at->low, at->high),
                       groupedDigits(static_cast<std::int64_t>(group.tasks.size())));
}

/// The parts of the chart that belong to one group.
struct DrawnFastP {
    ChartLine line;
    std::string score;
    ResampleRange taken;
};

} // namespace

Result<Chart> fastPChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop)
{
    std::vector<FastPThreshold> asked = request.fast;
    if (asked.empty())
        asked.emplace_back();
    const std::vector<FastPThreshold> grid = fastPGrid(request, asked);
    const ChartGroups groups = chartGroups(rows, request, maxPanels);
    const bool isMultiple = groups.shown.size() > maxSeries;
    Chart chart;
    ChartPanel empty;
    empty.x = speedupAxis("p", request.axis.minLog2, request.axis.maxLog2);
    empty.x.reference = asked.front().p;
    empty.y = shareAxis("fast_p");
    if (!isMultiple)
        chart.panels.push_back(empty);
    std::vector<DrawnFastP> drawn(groups.shown.size());
    eachOnTwoThreads(drawn.size(), rows.size(), [&](std::size_t i) {
        if (stop.stop_requested())
            return;
        const FastPGroup group = fastPGroup(rows, groups.shown[i]);
        drawn[i].line = fastPLine(group, grid, asked, request, drawn.size(), drawn[i].taken);
        drawn[i].score = scoreText(drawn[i].line, group, asked.front().p);
    });
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "the chart was cancelled"};
    ResampleRange taken;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        auto &[line, score, resamples] = drawn[i];
        taken.add(resamples);
        addGroupLine(chart, empty, isMultiple, i, std::move(line), score);
    }
    const bool isStrict = asked.front().threshold == Threshold::Above;
    chart.definition = fmt::format(
        "fast_p = share of tasks whose first sample, in its last judged round, is correct with a "
        "speedup {} p; of all judged tasks of each method and run, failures included. {}Values "
        "next to the names: at p = {:.4g}, of n.{}",
        isStrict ? "> (strictly above)" : ">= (at least)",
        taken.most > 0 ? "Bands: 95 % percentile bootstrap over tasks, " + taken.text() + ". " : "",
        asked.front().p, groups.leftText());
    return chart;
}

} // namespace loupe
