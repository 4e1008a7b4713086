// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/ratetable.h"

#include "core/analysis/metrics/speedupmeans.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <future>
#include <optional>
#include <unordered_set>

namespace loupe {

namespace {

/// Minimum number of rows for which a second thread pays off.
constexpr std::size_t worthAThread = 50'000;

/// Accumulates the rows of one group.
class Group
{
public:
    void add(Outcome outcome, std::optional<double> speedup)
    {
        ++m_rate.evaluations;
        count(outcome);
        if (speedup)
            m_speedups.push_back(*speedup);
    }

    RateRow finish(const std::string &name, int tasks)
    {
        m_rate.group = name;
        m_rate.tasks = tasks;
        m_rate.judged = m_rate.correct + m_rate.flagged + m_rate.wrong + m_rate.noBuild
            + m_rate.crashed + m_rate.timedOut;
        m_rate.built = m_rate.judged - m_rate.noBuild;
        m_rate.timed = static_cast<int>(m_speedups.size());
        m_rate.faster = static_cast<int>(
            std::count_if(m_speedups.begin(), m_speedups.end(), [](double s) { return s > 1; }));
        const bool unknown = m_rate.correct > 0 && m_rate.timed == 0;
        if (m_rate.judged > 0 && !unknown) {
            const int untimed = m_rate.correct - m_rate.timed;
            m_rate.fastp1 = static_cast<double>(m_rate.faster) / m_rate.judged;
            m_rate.fastp1High = static_cast<double>(m_rate.faster + untimed) / m_rate.judged;
        }
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
        case Outcome::Flagged:
            ++m_rate.flagged;
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
        m_rate.arithmeticMeanSpeedup = arithmeticMeanOf(m_speedups);
        m_rate.geometricMeanSpeedup = geometricMeanOf(m_speedups);
        m_rate.medianSpeedup = medianOf(m_speedups);
    }

    RateRow m_rate;
    std::vector<double> m_speedups;
};

/// Counts the distinct tasks of each group; `groupOf` and `tasks` are parallel to the rows.
std::vector<int> tasksOfGroups(const std::vector<std::uint32_t> &groupOf, std::size_t groups,
                               const RowTasks &tasks)
{
    // A million rows have some thousands of distinct pairs, so a set is faster than sorting.
    std::unordered_set<std::uint64_t> seen;
    std::vector<int> out(groups);
    for (std::size_t i = 0; i < groupOf.size(); ++i) {
        if (seen.insert((std::uint64_t{groupOf[i]} << 32U) | tasks.taskOf[i]).second)
            ++out[groupOf[i]];
    }
    return out;
}

} // namespace

std::vector<RateRow> rateTable(std::span<const MetricRow> rows, GroupBy groupBy)
{
    // Both steps walk over all rows, so they run in parallel if there are many.
    auto numbered
        = std::async(rows.size() < worthAThread ? std::launch::deferred : std::launch::async,
                     [rows] { return rowTasks(rows); });
    RowGroups split;
    if (groupBy != GroupBy::All)
        split = rowGroups(rows, groupBy);
    std::vector<Group> groups(split.names.size());
    Group all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Outcome outcome = outcomeOf(rows[i].verdict);
        const auto speedup = usableSpeedup(rows[i]);
        all.add(outcome, speedup);
        if (!groups.empty())
            groups[split.groupOf[i]].add(outcome, speedup);
    }
    const RowTasks tasks = numbered.get();
    const std::vector<int> tasksOf = tasksOfGroups(split.groupOf, groups.size(), tasks);
    std::vector<RateRow> out;
    out.reserve(groups.size() + 1);
    for (std::size_t i = 0; i < groups.size(); ++i)
        out.push_back(groups[i].finish(split.names[i], tasksOf[i]));
    out.push_back(all.finish("all", static_cast<int>(tasks.count)));
    return out;
}

std::vector<RateRow> rateTable(const Population &population, GroupBy groupBy)
{
    std::vector<RateRow> out = rateTable(population.cells(), groupBy);
    if (population.isSplit())
        out.pop_back();
    return out;
}

} // namespace loupe
