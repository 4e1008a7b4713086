// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/stepgroups.h"

#include "core/analysis/rows/rowgroups.h"
#include "core/analysis/statistics/hypothesistests.h"
#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace loupe {

namespace {

struct GroupedSpeedups {
    StepGroup group;
    std::vector<ClusteredValue> logs; ///< of the speedups, with the task as cluster

    void add(std::optional<double> speedup, RowId member, std::uint32_t task)
    {
        ++group.kernels;
        group.members.push_back(member);
        if (speedup)
            logs.push_back({std::log(*speedup), task});
    }
};

double meanOfSums(double sum, double count)
{
    return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

/// Returns the mean of each task, sorted by value.
std::vector<double> taskMeans(const std::vector<ClusteredValue> &values)
{
    std::unordered_map<std::uint32_t, std::pair<double, int>> sums;
    for (const ClusteredValue &each : values) {
        auto &[sum, count] = sums[each.cluster];
        sum += each.value;
        ++count;
    }
    std::vector<double> out;
    out.reserve(sums.size());
    for (const auto &[task, sum] : sums)
        out.push_back(sum.first / sum.second);
    std::ranges::sort(out); // makes the order independent of hashes
    return out;
}

void describe(GroupedSpeedups &kernels)
{
    StepGroup &group = kernels.group;
    group.timed = static_cast<int>(kernels.logs.size());
    if (kernels.logs.empty())
        return;
    double sum = 0;
    std::vector<double> speedups;
    speedups.reserve(kernels.logs.size());
    for (const ClusteredValue &each : kernels.logs) {
        sum += each.value;
        speedups.push_back(std::exp(each.value));
    }
    group.mean = std::exp(sum / static_cast<double>(speedups.size()));
    group.median = medianInPlace(speedups);
}

/// One step with its own task numbers, so that only tasks with a timed kernel are resampled.
class StepGrouping
{
public:
    StepGrouping(int fromRound, int toRound)
    {
        m_out.fromRound = fromRound;
        m_out.toRound = toRound;
    }

    void add(const Trajectory &trajectory, const RoundEntry &before, const RoundEntry &after)
    {
        const bool wasCorrect = before.outcome == Outcome::Correct;
        const bool isCorrect = after.outcome == Outcome::Correct;
        if (!wasCorrect && !isCorrect)
            return;
        const std::optional<double> speedup = isCorrect ? after.speedup : before.speedup;
        const std::uint32_t task = speedup ? m_tasks[{trajectory.suite, trajectory.task}] : 0;
        GroupedSpeedups &group = !isCorrect ? m_broken : wasCorrect ? m_persistent : m_rescued;
        group.add(speedup, after.id, task);
    }

    StepGroups finish(const BootstrapOptions &options)
    {
        for (GroupedSpeedups *each : {&m_persistent, &m_rescued, &m_broken})
            describe(*each);
        resample(options);
        if (!m_rescued.logs.empty() && !m_persistent.logs.empty())
            m_out.pSlower
                = twoSamplePermutationTest(taskMeans(m_rescued.logs), taskMeans(m_persistent.logs),
                                           {options.resamples, options.seed, options.threads})
                      .pLess;
        m_out.persistent = std::move(m_persistent.group);
        m_out.rescued = std::move(m_rescued.group);
        m_out.broken = std::move(m_broken.group);
        return std::move(m_out);
    }

private:
    void resample(const BootstrapOptions &options)
    {
        ClusterSums sums(m_tasks.size(), 6);
        std::size_t column = 0;
        for (const GroupedSpeedups *each : {&m_persistent, &m_rescued, &m_broken}) {
            for (const ClusteredValue &log : each->logs) {
                sums.add(log.cluster, column, log.value);
                sums.add(log.cluster, column + 1, 1);
            }
            column += 2;
        }
        const auto mean = [](std::size_t at) -> SumStatistic {
            return [at](std::span<const double> total) {
                return meanOfSums(total[at], total[at + 1]);
            };
        };
        const std::vector<SumStatistic> statistics{
            mean(0), mean(2), mean(4), [](std::span<const double> total) {
                return meanOfSums(total[2], total[3]) - meanOfSums(total[0], total[1]);
            }};
        auto intervals = bootstrap(sums, statistics, options);
        for (std::optional<Interval> &each : intervals) {
            if (!each)
                continue;
            for (double *bound : {&each->estimate, &each->low, &each->high})
                *bound = std::exp(*bound);
        }
        m_persistent.group.interval = intervals[0];
        m_rescued.group.interval = intervals[1];
        m_broken.group.interval = intervals[2];
        m_out.ratio = intervals[3];
    }

    StepGroups m_out;
    NameNumbers<2> m_tasks;
    GroupedSpeedups m_persistent;
    GroupedSpeedups m_rescued;
    GroupedSpeedups m_broken;
};

} // namespace

std::vector<StepGroups> stepGroups(TrajectorySpan trajectories, const BootstrapOptions &options)
{
    std::vector<StepGroups> out;
    std::optional<int> earlier;
    for (const int round : roundsOf(trajectories)) {
        if (earlier) {
            StepGrouping step(*earlier, round);
            for (const Trajectory &trajectory : trajectories) {
                const RoundEntry *before = trajectory.knownAt(*earlier);
                const RoundEntry *after = trajectory.knownAt(round);
                if (before != nullptr && after != nullptr)
                    step.add(trajectory, *before, *after);
            }
            out.push_back(step.finish(options));
        }
        earlier = round;
    }
    return out;
}

} // namespace loupe
