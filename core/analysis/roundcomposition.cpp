// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roundcomposition.h"

#include "core/analysis/grouping.h"

#include <optional>
#include <set>

namespace loupe {

namespace {

/// One trajectory in the two rounds of a step. Null: the round is not judged.
struct StepEnds {
    const MetricRow *before = nullptr;
    const MetricRow *after = nullptr;
    std::optional<double> speedupBefore;
    std::optional<double> speedupAfter;
};

const MetricRow *judgedRow(const Trajectory &trajectory, int round)
{
    const auto found = trajectory.find(round);
    return found == trajectory.end() ? nullptr : found->second;
}

std::vector<StepEnds> endsOf(const Trajectories &trajectories, int fromRound, int toRound)
{
    std::vector<StepEnds> out;
    for (const auto &[key, trajectory] : trajectories) {
        StepEnds ends;
        ends.before = judgedRow(trajectory, fromRound);
        ends.after = judgedRow(trajectory, toRound);
        if (ends.before != nullptr)
            ends.speedupBefore = usableSpeedup(*ends.before);
        if (ends.after != nullptr)
            ends.speedupAfter = usableSpeedup(*ends.after);
        if (ends.speedupBefore || ends.speedupAfter)
            out.push_back(ends);
    }
    return out;
}

void addPart(CompositionPart &part, double effect)
{
    ++part.kernels;
    part.effect += effect;
}

std::optional<RoundChange> changeOver(const std::vector<StepEnds> &kernels, int fromRound,
                                      int toRound)
{
    RoundChange out;
    out.fromRound = fromRound;
    out.toRound = toRound;
    double sumBefore = 0;
    double sumAfter = 0;
    double sameBefore = 0;
    double sameAfter = 0;
    for (const StepEnds &each : kernels) {
        out.before += each.speedupBefore ? 1 : 0;
        out.after += each.speedupAfter ? 1 : 0;
        sumBefore += each.speedupBefore.value_or(0);
        sumAfter += each.speedupAfter.value_or(0);
        if (!each.speedupBefore || !each.speedupAfter)
            continue;
        ++out.persistent;
        sameBefore += *each.speedupBefore;
        sameAfter += *each.speedupAfter;
    }
    if (out.persistent == 0)
        return std::nullopt;
    sameBefore /= out.persistent;
    sameAfter /= out.persistent;
    out.meanBefore = sumBefore / out.before;
    out.meanAfter = sumAfter / out.after;
    out.within = sameAfter - sameBefore;
    for (const StepEnds &each : kernels) {
        if (each.speedupAfter && !each.speedupBefore)
            addPart(each.before != nullptr ? out.rescued : out.appeared,
                    (*each.speedupAfter - sameAfter) / out.after);
        if (each.speedupBefore && !each.speedupAfter)
            addPart(each.after != nullptr ? out.broken : out.disappeared,
                    (sameBefore - *each.speedupBefore) / out.before);
    }
    return out;
}

} // namespace

std::vector<RoundChange> roundChanges(std::span<const MetricRow> rows)
{
    return changesByRound(trajectoriesOf(rows));
}

std::vector<RoundChange> changesByRound(const Trajectories &trajectories)
{
    std::set<int> rounds;
    for (const auto &[key, trajectory] : trajectories) {
        for (const auto &[round, row] : trajectory)
            rounds.insert(round);
    }
    std::vector<RoundChange> out;
    std::optional<int> earlier;
    for (const int round : rounds) {
        if (earlier) {
            const auto change = changeOver(endsOf(trajectories, *earlier, round), *earlier, round);
            if (change)
                out.push_back(*change);
        }
        earlier = round;
    }
    return out;
}

} // namespace loupe
