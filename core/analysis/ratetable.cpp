// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ratetable.h"

#include "core/analysis/grouping.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// Gathers one group's rows.
class Group
{
public:
    void add(const MetricRow &row)
    {
        ++m_rate.evaluations;
        if (row.suite != m_lastSuite || row.task != m_lastTask) {
            m_lastSuite = row.suite;
            m_lastTask = row.task;
            m_tasks.emplace(m_lastSuite, m_lastTask);
        }
        count(outcomeOf(row.verdict));
        if (const auto speedup = usableSpeedup(row))
            m_speedups.push_back(*speedup);
    }

    RateRow finish(const std::string &name)
    {
        m_rate.group = name;
        m_rate.tasks = static_cast<int>(m_tasks.size());
        m_rate.judged
            = m_rate.correct + m_rate.wrong + m_rate.noBuild + m_rate.crashed + m_rate.timedOut;
        m_rate.built = m_rate.judged - m_rate.noBuild;
        m_rate.timed = static_cast<int>(m_speedups.size());
        m_rate.faster = static_cast<int>(
            std::count_if(m_speedups.begin(), m_speedups.end(), [](double s) { return s > 1; }));
        const bool unknown = m_rate.correct > 0 && m_rate.timed == 0;
        if (m_rate.judged > 0 && !unknown)
            m_rate.fastp1 = static_cast<double>(m_rate.faster) / m_rate.judged;
        if (!m_speedups.empty())
            addMeans();
        return m_rate;
    }

private:
    void count(Outcome outcome)
    {
        switch (outcome) {
        case Outcome::Correct:
            ++m_rate.correct;
            break;
        case Outcome::Wrong:
            ++m_rate.wrong;
            break;
        case Outcome::NoBuild:
            ++m_rate.noBuild;
            break;
        case Outcome::Crash:
            ++m_rate.crashed;
            break;
        case Outcome::Timeout:
            ++m_rate.timedOut;
            break;
        case Outcome::Skipped:
        case Outcome::Unknown:
        case Outcome::InfraError:
            ++m_rate.notCounted;
            break;
        }
    }
    void addMeans()
    {
        double sum = 0;
        double logs = 0;
        for (const double speedup : m_speedups) {
            sum += speedup;
            logs += std::log(speedup);
        }
        const double n = static_cast<double>(m_speedups.size());
        m_rate.arithmeticMeanSpeedup = sum / n;
        m_rate.geometricMeanSpeedup = std::exp(logs / n);
        m_rate.medianSpeedup = median(m_speedups);
    }

    RateRow m_rate;
    struct TaskHash {
        std::size_t operator()(const std::pair<Name, Name> &task) const noexcept
        {
            constexpr std::size_t spread = 31;
            return std::hash<Name>()(task.first) * spread + std::hash<Name>()(task.second);
        }
    };
    std::unordered_set<std::pair<Name, Name>, TaskHash> m_tasks; ///< suite, task
    Name m_lastSuite;
    Name m_lastTask;
    std::vector<double> m_speedups;
};

/// What rows of one group share, without making the group's name a million times.
using GroupKey = std::pair<Name, int>;

struct GroupKeyHash {
    std::size_t operator()(const GroupKey &key) const noexcept
    {
        return std::hash<Name>()(key.first) + static_cast<std::size_t>(key.second);
    }
};

GroupKey groupKey(const MetricRow &row, GroupBy groupBy)
{
    constexpr int none = std::numeric_limits<int>::min();
    switch (groupBy) {
    case GroupBy::Category:
        return {row.category, none};
    case GroupBy::Method:
        return {row.method, none};
    case GroupBy::Suite:
        return {row.suite, none};
    case GroupBy::Task:
        return {row.task, none};
    case GroupBy::Round:
        return {Name(), row.round};
    case GroupBy::Level:
        return {Name(), row.level.value_or(none)};
    case GroupBy::All:
        break;
    }
    return {Name(), none};
}

} // namespace

std::vector<RateRow> rateTable(std::span<const MetricRow> rows, GroupBy groupBy)
{
    std::map<std::string, Group> groups;
    std::unordered_map<GroupKey, Group *, GroupKeyHash> known;
    Group all;
    for (const MetricRow &row : rows) {
        all.add(row);
        if (groupBy == GroupBy::All)
            continue;
        Group *&group = known[groupKey(row, groupBy)];
        if (group == nullptr)
            group = &groups[groupName(row, groupBy)];
        group->add(row);
    }
    std::vector<RateRow> out;
    out.reserve(groups.size() + 1);
    for (auto &[name, group] : groups)
        out.push_back(group.finish(name));
    out.push_back(all.finish("all"));
    return out;
}

} // namespace loupe
