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

/// Returns the value that is averaged, and back.
double averaged(double speedup, RoundMean mean)
{
    return mean == RoundMean::Geometric ? std::log(speedup) : speedup;
}
double speedupOf(double value, RoundMean mean)
{
    return mean == RoundMean::Geometric ? std::exp(value) : value;
}

struct GroupedSpeedups {
    StepGroup group;
    std::vector<ClusteredValue> values; ///< averaged() of the speedups, with the task as cluster

    void add(std::optional<double> value, RowId member, std::uint32_t task)
    {
        ++group.kernels;
        group.members.push_back(member);
        if (value)
            values.push_back({*value, task});
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

void describe(GroupedSpeedups &kernels, RoundMean mean)
{
    StepGroup &group = kernels.group;
    group.timed = static_cast<int>(kernels.values.size());
    if (kernels.values.empty())
        return;
    double sum = 0;
    std::vector<double> speedups;
    speedups.reserve(kernels.values.size());
    for (const ClusteredValue &each : kernels.values) {
        sum += each.value;
        speedups.push_back(speedupOf(each.value, mean));
    }
    group.mean = speedupOf(sum / static_cast<double>(speedups.size()), mean);
    group.median = medianInPlace(speedups);
}

/// One step with its own task numbers, so that only tasks with a timed kernel are resampled.
class StepGrouping
{
public:
    StepGrouping(int fromRound, int toRound, RoundMean mean) : m_mean(mean)
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
        group.add(speedup ? std::optional(averaged(*speedup, m_mean)) : std::nullopt, after.id,
                  task);
    }

    StepGroups finish(const BootstrapOptions &options)
    {
        for (GroupedSpeedups *each : {&m_persistent, &m_rescued, &m_broken})
            describe(*each, m_mean);
        resample(options);
        if (!m_rescued.values.empty() && !m_persistent.values.empty())
            m_out.pSlower = twoSamplePermutationTest(
                                taskMeans(m_rescued.values), taskMeans(m_persistent.values),
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
            for (const ClusteredValue &value : each->values) {
                sums.add(value.cluster, column, value.value);
                sums.add(value.cluster, column + 1, 1);
            }
            column += 2;
        }
        const auto mean = [kind = m_mean](std::size_t at) -> SumStatistic {
            return [at, kind](std::span<const double> total) {
                return speedupOf(meanOfSums(total[at], total[at + 1]), kind);
            };
        };
        const std::vector<SumStatistic> statistics{
            mean(0), mean(2), mean(4),
            [persistent = mean(0), rescued = mean(2)](std::span<const double> total) {
                return rescued(total) / persistent(total);
            }};
        const auto intervals = bootstrap(sums, statistics, options);
        m_persistent.group.interval = intervals[0];
        m_rescued.group.interval = intervals[1];
        m_broken.group.interval = intervals[2];
        m_out.ratio = intervals[3];
    }

    RoundMean m_mean;
    StepGroups m_out;
    NameNumbers<2> m_tasks;
    GroupedSpeedups m_persistent;
    GroupedSpeedups m_rescued;
    GroupedSpeedups m_broken;
};

} // namespace

std::vector<StepGroups> stepGroups(TrajectorySpan trajectories, RoundMean mean,
                                   const BootstrapOptions &options)
{
    std::vector<StepGroups> out;
    std::optional<int> earlier;
    for (const int round : roundsOf(trajectories)) {
        if (earlier) {
            StepGrouping step(*earlier, round, mean);
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
