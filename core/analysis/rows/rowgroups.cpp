// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/rowgroups.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/trajectories.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace loupe {

namespace {

/// Key shared by the rows of one group.
struct GroupKey {
    Name text;
    int number = 0;
    friend bool operator==(const GroupKey &, const GroupKey &) = default;
};

struct GroupKeyHash {
    std::size_t operator()(const GroupKey &key) const noexcept
    {
        return std::hash<Name>()(key.text) ^ (std::hash<int>()(key.number) * 0x9e3779b97f4a7c15U);
    }
};

int firstRoundOf(const MetricRow &row)
{
    return row.round;
}

int firstRoundOf(const Trajectory &trajectory)
{
    return trajectory.rounds.empty() ? 0 : trajectory.rounds.front().round;
}

Name shapeOf(const MetricRow &row)
{
    return row.shape;
}

/// A trajectory has the results over all shapes.
Name shapeOf(const Trajectory & /*trajectory*/)
{
    return {};
}

std::string groupNameOf(const MetricRow &row, GroupBy groupBy)
{
    return groupName(row, groupBy);
}

std::string groupNameOf(const Trajectory &trajectory, GroupBy groupBy)
{
    MetricRow row;
    row.run = trajectory.run;
    row.suite = trajectory.suite;
    row.task = trajectory.task;
    row.method = trajectory.method;
    row.category = trajectory.category;
    row.level = trajectory.level;
    row.precision = trajectory.precision;
    row.baseline = trajectory.baseline;
    row.protocol = trajectory.protocol;
    row.suiteVersion = trajectory.suiteVersion;
    row.clock = trajectory.clock;
    row.device = trajectory.device;
    row.round = firstRoundOf(trajectory);
    return groupName(row, groupBy);
}

/// Returns the key of a row or a trajectory.
template <typename Grouped>
GroupKey keyOf(const Grouped &row, GroupBy groupBy)
{
    switch (groupBy) {
    case GroupBy::All:
        return {};
    case GroupBy::Category:
        return {row.category};
    case GroupBy::Method:
        return {row.method};
    case GroupBy::Round:
        return {{}, firstRoundOf(row)};
    case GroupBy::Level:
        return {{}, row.level.value_or(std::numeric_limits<int>::min())};
    case GroupBy::Suite:
        return {row.suite};
    case GroupBy::Task:
        return {row.task};
    case GroupBy::Precision:
        return {row.precision};
    case GroupBy::Device:
        return {row.device};
    case GroupBy::Run:
        return {row.run};
    case GroupBy::Baseline:
        return {row.baseline};
    case GroupBy::Protocol:
        return {row.protocol};
    case GroupBy::SuiteVersion:
        return {row.suiteVersion};
    case GroupBy::Clock:
        return {row.clock};
    case GroupBy::Shape:
        return {shapeOf(row)};
    }
    return {};
}

struct FoundGroup {
    GroupKey key;
    std::string name;
};

void forEachOf(const RowGroups &groups,
               const std::function<void(const std::string &, std::span<const std::uint32_t>)> &look)
{
    std::vector<std::size_t> starts(groups.names.size() + 1, 0);
    for (const std::uint32_t group : groups.groupOf)
        ++starts[group + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> places(groups.groupOf.size());
    std::vector<std::size_t> next = starts;
    for (std::size_t i = 0; i < groups.groupOf.size(); ++i)
        places[next[groups.groupOf[i]]++] = static_cast<std::uint32_t>(i);
    for (std::size_t group = 0; group < groups.names.size(); ++group)
        look(groups.names[group],
             std::span(places).subspan(starts[group], starts[group + 1] - starts[group]));
}

template <typename Grouped>
RowGroups groupsOf(std::span<const Grouped> rows, GroupBy groupBy)
{
    std::unordered_map<GroupKey, std::uint32_t, GroupKeyHash> numbers;
    std::vector<FoundGroup> found;
    RowGroups out;
    out.groupOf.reserve(rows.size());
    // Rows of one run are consecutive, so the last group is nearly always the next.
    std::optional<GroupKey> last;
    for (const Grouped &row : rows) {
        const GroupKey key = keyOf(row, groupBy);
        if (last && key == *last) {
            out.groupOf.push_back(out.groupOf.back());
            continue;
        }
        const auto [place, isNew]
            = numbers.try_emplace(key, static_cast<std::uint32_t>(found.size()));
        if (isNew)
            found.push_back({key, groupNameOf(row, groupBy)});
        out.groupOf.push_back(place->second);
        last = key;
    }
    std::vector<std::uint32_t> order(found.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (found[a].key.number != found[b].key.number)
            return found[a].key.number < found[b].key.number;
        return found[a].name < found[b].name;
    });
    std::vector<std::uint32_t> placeOf(found.size());
    for (std::uint32_t place = 0; place < order.size(); ++place) {
        placeOf[order[place]] = place;
        out.names.push_back(found[order[place]].name);
    }
    for (std::uint32_t &group : out.groupOf)
        group = placeOf[group];
    return out;
}

} // namespace

RowGroups rowGroups(std::span<const MetricRow> rows, GroupBy groupBy)
{
    return groupsOf(rows, groupBy);
}

RowGroups rowGroups(std::span<const Trajectory> trajectories, GroupBy groupBy)
{
    return groupsOf(trajectories, groupBy);
}

void forEachGroup(
    std::span<const MetricRow> rows, GroupBy groupBy,
    const std::function<void(const std::string &name, std::span<const std::uint32_t> places)> &look)
{
    if (groupBy != GroupBy::All)
        forEachOf(rowGroups(rows, groupBy), look);
    forEachOf(rowGroups(rows, GroupBy::All), look);
}

RowTasks rowTasks(std::span<const MetricRow> rows)
{
    NameNumbers<2> numbers;
    RowTasks out;
    out.taskOf.reserve(rows.size());
    // The rounds of a sample are consecutive, as in rowGroups().
    std::optional<NameKey<2>> last;
    for (const MetricRow &row : rows) {
        const NameKey<2> key{row.suite, row.task};
        out.taskOf.push_back(last && key == *last ? out.taskOf.back() : numbers[key]);
        last = key;
    }
    out.count = numbers.size();
    return out;
}

} // namespace loupe
