// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundcomposition.h"

#include <optional>

namespace loupe {

namespace {

/// One trajectory in the two rounds of a step; null if the round is not judged.
struct StepEnds {
    const RoundEntry *before = nullptr;
    const RoundEntry *after = nullptr;
    std::optional<double> speedupBefore;
    std::optional<double> speedupAfter;
};

/// Returns the speedups of the kernels in both rounds, as logarithms for the geometric mean.
std::vector<StepEnds> endsOf(TrajectorySpan trajectories, int fromRound, int toRound,
                             RoundMean mean)
{
    const auto valueOf = [mean](const RoundEntry *entry) -> std::optional<double> {
        if (entry == nullptr || !entry->speedup)
            return std::nullopt;
        return mean == RoundMean::Geometric ? std::log(*entry->speedup) : *entry->speedup;
    };
    std::vector<StepEnds> out;
    for (const Trajectory &trajectory : trajectories) {
        StepEnds ends;
        ends.before = trajectory.knownAt(fromRound);
        ends.after = trajectory.knownAt(toRound);
        ends.speedupBefore = valueOf(ends.before);
        ends.speedupAfter = valueOf(ends.after);
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
                                      int toRound, RoundMean mean)
{
    RoundChange out;
    out.mean = mean;
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
    const bool isGeometric = mean == RoundMean::Geometric;
    out.meanBefore = isGeometric ? std::exp(sumBefore / out.before) : sumBefore / out.before;
    out.meanAfter = isGeometric ? std::exp(sumAfter / out.after) : sumAfter / out.after;
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

std::vector<RoundChange> roundChanges(std::span<const MetricRow> rows, RoundMean mean)
{
    return changesByRound(trajectoriesOf(rows, {.withoutConfirmed = true}), mean);
}

std::vector<RoundChange> changesByRound(TrajectorySpan trajectories, RoundMean mean)
{
    std::vector<RoundChange> out;
    std::optional<int> earlier;
    for (const int round : roundsOf(trajectories)) {
        if (earlier) {
            const auto change
                = changeOver(endsOf(trajectories, *earlier, round, mean), *earlier, round, mean);
            if (change)
                out.push_back(*change);
        }
        earlier = round;
    }
    return out;
}

} // namespace loupe
