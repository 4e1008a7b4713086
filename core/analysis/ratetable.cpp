// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ratetable.h"

#include "core/analysis/grouping.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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
        m_tasks.emplace(row.suite, row.task);
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
    std::set<std::pair<std::string, std::string>> m_tasks;
    std::vector<double> m_speedups;
};

} // namespace

std::vector<RateRow> rateTable(std::span<const MetricRow> rows, GroupBy groupBy)
{
    std::map<std::string, Group> groups;
    Group all;
    for (const MetricRow &row : rows) {
        all.add(row);
        if (groupBy != GroupBy::All)
            groups[groupName(row, groupBy)].add(row);
    }
    std::vector<RateRow> out;
    out.reserve(groups.size() + 1);
    for (auto &[name, group] : groups)
        out.push_back(group.finish(name));
    out.push_back(all.finish("all"));
    return out;
}

} // namespace loupe
