// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartgroups.h"

#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/base/counted.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

bool isNumbered(GroupBy groupBy)
{
    return groupBy == GroupBy::Round || groupBy == GroupBy::Level;
}

/// Returns true for groups that divide the tasks. Methods or devices are never pooled.
bool dividesTasks(GroupBy groupBy)
{
    return groupBy == GroupBy::Category || groupBy == GroupBy::Level || groupBy == GroupBy::Suite;
}

/// Returns the tasks of each group, up to minGroupTasks of them.
std::vector<std::vector<std::uint32_t>> firstTasks(const RowGroups &groups,
                                                   std::span<const std::uint32_t> taskOf)
{
    std::vector<std::vector<std::uint32_t>> out(groups.names.size());
    for (std::size_t row = 0; row < groups.groupOf.size(); ++row) {
        std::vector<std::uint32_t> &tasks = out[groups.groupOf[row]];
        if (tasks.size() < minGroupTasks && std::ranges::find(tasks, taskOf[row]) == tasks.end())
            tasks.push_back(taskOf[row]);
    }
    return out;
}

/// Returns the largest groups. `last` follows all others, whatever its size.
ChartGroups largestGroups(const RowGroups &groups, GroupBy groupBy, std::size_t most,
                          std::optional<SmallGroups> last)
{
    std::vector<std::size_t> sizes(groups.names.size(), 0);
    for (const std::uint32_t group : groups.groupOf)
        ++sizes[group];
    std::vector<std::uint32_t> order(sizes.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto isLast = [&](std::uint32_t group) { return last && group == last->place; };
    // Largest first. The sort is stable, so equal groups keep rowGroups()' order by name.
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(isLast(a), sizes[b]) < std::pair(isLast(b), sizes[a]);
    });
    ChartGroups out;
    if (order.size() > most) {
        out.left = order.size() - most;
        for (std::size_t i = most; i < order.size(); ++i)
            out.leftRows += sizes[order[i]];
        order.resize(most);
    }
    if (isNumbered(groupBy))
        std::sort(order.begin(), order.end());
    constexpr std::uint32_t notShown = ~0U;
    std::vector<std::uint32_t> placeOf(sizes.size(), notShown);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        placeOf[order[i]] = i;
        out.shown.push_back(
            {groups.names[order[i]], {}, isLast(order[i]) ? last->count : std::size_t{1}});
        out.shown.back().places.reserve(sizes[order[i]]);
    }
    for (std::uint32_t row = 0; row < groups.groupOf.size(); ++row) {
        const std::uint32_t place = placeOf[groups.groupOf[row]];
        if (place != notShown)
            out.shown[place].places.push_back(row);
    }
    return out;
}

/// Returns the number of resamples, limited so that all groups of a chart finish in acceptable
/// time.
int chartResamples(std::size_t clusters, std::size_t width, std::size_t groups)
{
    constexpr double additions = 1e8;
    constexpr double most = 2000;
    constexpr double least = 200;
    const double each = static_cast<double>(std::max<std::size_t>(1, clusters * width * groups));
    return static_cast<int>(std::clamp(additions / each, least, most));
}

} // namespace

std::string pluralText(const std::string &what)
{
    return what.ends_with('y') ? what.substr(0, what.size() - 1) + "ies" : what + "s";
}

std::string ChartGroups::leftText() const
{
    if (left == 0)
        return {};
    return " " + groupedDigits(static_cast<std::int64_t>(left)) + " smaller "
        + (left == 1 ? "group" : "groups") + " with "
        + groupedDigits(static_cast<std::int64_t>(leftRows)) + " evaluations not shown.";
}

std::optional<SmallGroups> sumSmallGroups(RowGroups &groups, GroupBy groupBy,
                                          std::span<const std::uint32_t> taskOf)
{
    if (!dividesTasks(groupBy))
        return std::nullopt;
    const std::vector<std::vector<std::uint32_t>> tasks = firstTasks(groups, taskOf);
    const auto isSmall = [](const auto &each) { return each.size() < minGroupTasks; };
    const auto small = static_cast<std::size_t>(std::ranges::count_if(tasks, isSmall));
    if (small < 2 || small == tasks.size())
        return std::nullopt;
    std::set<std::uint32_t> summed;
    std::vector<std::uint32_t> placeOf(tasks.size());
    std::vector<std::string> names;
    const auto sum = static_cast<std::uint32_t>(tasks.size() - small);
    for (std::size_t group = 0; group < tasks.size(); ++group) {
        if (isSmall(tasks[group])) {
            placeOf[group] = sum;
            summed.insert(tasks[group].begin(), tasks[group].end());
        } else {
            placeOf[group] = static_cast<std::uint32_t>(names.size());
            names.push_back(std::move(groups.names[group]));
        }
    }
    names.push_back(fmt::format("{} smaller {}, {} {}", groupedDigits(static_cast<int>(small)),
                                pluralText(std::string(name(groupBy))),
                                groupedDigits(static_cast<int>(summed.size())),
                                summed.size() == 1 ? "task" : "tasks"));
    groups.names = std::move(names);
    for (std::uint32_t &group : groups.groupOf)
        group = placeOf[group];
    return SmallGroups{sum, small};
}

bool hasFewTasks(std::span<const MetricRow> rows, std::span<const std::uint32_t> places)
{
    std::vector<std::pair<Name, Name>> tasks;
    for (const std::uint32_t place : places) {
        const std::pair task(rows[place].suite, rows[place].task);
        if (std::ranges::find(tasks, task) == tasks.end())
            tasks.push_back(task);
        if (tasks.size() >= minGroupTasks)
            return false;
    }
    return true;
}

ChartGroups chartGroups(std::span<const MetricRow> rows, GroupBy groupBy, std::size_t most)
{
    return largestGroups(rowGroups(rows, groupBy), groupBy, most, {});
}

ChartGroups chartGroups(std::span<const MetricRow> rows, const ChartRequest &request,
                        std::size_t most)
{
    if (!request.sumsSmallGroups || !dividesTasks(request.groupBy))
        return chartGroups(rows, request.groupBy, most);
    RowGroups groups = rowGroups(rows, request.groupBy);
    const std::optional<SmallGroups> sum
        = sumSmallGroups(groups, request.groupBy, rowTasks(rows).taskOf);
    return largestGroups(groups, request.groupBy, most, sum);
}

ChartSplit chartSplit(std::span<const MetricRow> rows, std::optional<GroupBy> splitBy,
                      std::size_t most)
{
    ChartSplit out;
    if (!splitBy || *splitBy == GroupBy::All) {
        out.names.emplace_back();
        return out;
    }
    ChartGroups groups = chartGroups(rows, *splitBy, most);
    out.what = name(*splitBy);
    out.left = groups.left;
    out.partOf.assign(rows.size(), ChartSplit::notShown);
    for (std::uint32_t part = 0; part < groups.shown.size(); ++part) {
        out.names.push_back(std::move(groups.shown[part].name));
        for (const std::uint32_t place : groups.shown[part].places)
            out.partOf[place] = part;
    }
    return out;
}

std::vector<std::vector<std::uint32_t>>
ChartSplit::parts(std::span<const std::uint32_t> places) const
{
    std::vector<std::vector<std::uint32_t>> out(names.size());
    if (partOf.empty()) {
        out.front().assign(places.begin(), places.end());
        return out;
    }
    for (const std::uint32_t place : places) {
        if (partOf[place] != notShown)
            out[partOf[place]].push_back(place);
    }
    return out;
}

std::vector<ChartLegendEntry> ChartSplit::legend() const
{
    std::vector<ChartLegendEntry> out;
    for (std::size_t part = 0; isSplit() && !isMultiple() && part < names.size(); ++part)
        out.push_back({names[part], seriesTone(part)});
    return out;
}

std::string ChartSplit::leftText() const
{
    if (left == 0)
        return {};
    return " " + groupedDigits(static_cast<std::int64_t>(left))
        + " with fewer evaluations of those by " + what + " not shown.";
}

void ResampleRange::add(int resamples)
{
    least = least == 0 ? resamples : std::min(least, resamples);
    most = std::max(most, resamples);
}

void ResampleRange::add(const ResampleRange &other)
{
    if (other.most == 0)
        return;
    add(other.least);
    add(other.most);
}

std::string ResampleRange::text() const
{
    const std::string upper = std::to_string(most) + " resamples";
    return least == most ? upper : std::to_string(least) + " to " + upper;
}

std::vector<std::optional<Interval>> shareBands(const ClusterSums &sums,
                                                const ChartRequest &request, std::size_t groups,
                                                int threads, ResampleRange &taken)
{
    const std::size_t shares = sums.width() - 1;
    std::vector<SumStatistic> statistics;
    statistics.reserve(shares);
    for (std::size_t i = 0; i < shares; ++i)
        statistics.emplace_back(
            [i, shares](std::span<const double> each) { return each[i] / each[shares]; });
    BootstrapOptions options;
    options.seed = request.seed;
    options.resamples = chartResamples(sums.clusters(), sums.width(), groups);
    options.threads = threads;
    taken.add(options.resamples);
    auto intervals = bootstrap(sums, statistics, options);
    for (std::optional<Interval> &each : intervals)
        each = shareInterval(each, options);
    return intervals;
}

void addGroupLine(Chart &chart, const ChartPanel &empty, bool isMultiple, std::size_t group,
                  ChartLine line, const std::string &note)
{
    line.tone = seriesTone(isMultiple ? 0 : group);
    if (isMultiple) {
        chart.panels.push_back(empty);
        chart.panels.back().title = line.name;
        chart.panels.back().note = note;
    } else {
        chart.legend.push_back({line.name + ": " + note, line.tone});
    }
    chart.panels.back().lines.push_back(std::move(line));
}

std::size_t GroupTones::indexOf(std::uint32_t row) const
{
    if (!m_groups.isSplit())
        return 0;
    const std::uint32_t part = m_groups.partOf[row];
    return part == ChartSplit::notShown ? m_groups.names.size() : part;
}

ChartTone GroupTones::tone(std::size_t index) const
{
    return index < m_groups.names.size() ? seriesTone(index) : ChartTone();
}

std::string GroupTones::name(std::size_t index) const
{
    return m_groups.isSplit() && index < m_groups.names.size() ? m_groups.names[index]
                                                               : std::string();
}

std::vector<ChartLegendEntry> GroupTones::legend() const
{
    std::vector<ChartLegendEntry> out = m_groups.legend();
    if (m_groups.left > 0)
        out.push_back({groupedDigits(static_cast<std::int64_t>(m_groups.left)) + " smaller "
                           + (m_groups.left == 1 ? m_groups.what : pluralText(m_groups.what)),
                       ChartTone()});
    return out;
}

} // namespace loupe
