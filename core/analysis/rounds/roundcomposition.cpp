// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundcomposition.h"

#include <array>
#include <optional>

#include <fmt/format.h>

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

namespace {

constexpr double noticeableShare = 0.005; // as a logarithm, which is nearly the same
constexpr double dominantRatio = 3.0;

bool isNoticeable(double effect)
{
    return std::abs(effect) >= noticeableShare;
}

/// Returns the largest part of the composition: "slower newly correct kernels join".
std::string mainPart(const RoundChange &change)
{
    struct Part {
        const CompositionPart &part;
        const char *whenLower;
        const char *whenHigher;
    };
    const std::array parts{
        Part{change.rescued, "slower newly correct kernels join",
             "faster newly correct kernels join"},
        Part{change.appeared, "kernels without a record of the earlier round are slower",
             "kernels without a record of the earlier round are faster"},
        Part{change.broken, "faster kernels regressed", "slower kernels regressed"},
        Part{change.disappeared, "kernels without a record of the later round were faster",
             "kernels without a record of the later round were slower"}};
    // Only parts with the sign of the whole composition, because the sentence explains that.
    const double way = change.composition() < 0 ? -1 : 1;
    const Part *largest = &parts.front();
    for (const Part &each : parts) {
        if (way * each.part.effect > way * largest->part.effect)
            largest = &each;
    }
    return way < 0 ? largest->whenLower : largest->whenHigher;
}

/// Returns "the 24 kernels timed in both rounds did not slow down (+0.004×)".
std::string sameKernels(const RoundChange &change)
{
    const char *verb = "changed little";
    if (isNoticeable(change.within))
        verb = change.within < 0 ? "became slower" : "became faster";
    else if (change.change() < 0)
        verb = "did not slow down";
    return change.persistent == 1 ? fmt::format("the one kernel timed in both rounds {} ({})", verb,
                                                effectText(change.within))
                                  : fmt::format("the {} kernels timed in both rounds {} ({})",
                                                change.persistent, verb, effectText(change.within));
}

} // namespace

std::string effectText(double effect)
{
    std::string out = fmt::format("{:+.1f} %", 100 * std::expm1(effect));
    if (out.front() == '-')
        out.replace(0, 1, "−");
    return out;
}

std::string changeQuestion(const RoundChange &change)
{
    if (!isNoticeable(change.change()))
        return fmt::format("Geometric mean speedup stayed at {:.2f}× from round {} to {}.",
                           change.meanAfter, change.fromRound, change.toRound);
    return fmt::format("Geometric mean speedup {} from {:.2f}× to {:.2f}×. Why?",
                       change.change() < 0 ? "fell" : "rose", change.meanBefore, change.meanAfter);
}

std::string changeAnswer(const RoundChange &change)
{
    const bool isWithin = isNoticeable(change.within);
    const bool isComposition = isNoticeable(change.composition());
    if (!isWithin && !isComposition)
        return fmt::format(
            "Nothing changed it: {}, and kernels that entered or left the mean were similar.",
            sameKernels(change));
    if (!isNoticeable(change.change()))
        return fmt::format("Two effects cancel: {}; {} ({}).", sameKernels(change),
                           mainPart(change), effectText(change.composition()));
    const char *what = change.change() < 0 ? "fall" : "rise";
    const double within = std::abs(change.within);
    const double composition = std::abs(change.composition());
    if (composition >= dominantRatio * within)
        return fmt::format("Most of the {} comes from other kernels: {}; {}.", what,
                           mainPart(change), sameKernels(change));
    if (within >= dominantRatio * composition)
        return fmt::format("Most of the {} comes from the same kernels: {}; other kernels hardly "
                           "matter ({}).",
                           what, sameKernels(change), effectText(change.composition()));
    if (change.within * change.composition() < 0) {
        const bool isInKernels = change.within * change.change() > 0;
        const std::string joined
            = fmt::format("{} ({})", mainPart(change), effectText(change.composition()));
        return isInKernels
            ? fmt::format("The {} comes from the same kernels: {}; partly offset: {}.", what,
                          sameKernels(change), joined)
            : fmt::format("The {} comes from other kernels: {}; partly offset: {}.", what, joined,
                          sameKernels(change));
    }
    return fmt::format("The {} comes from both: {}; and {} ({}).", what, sameKernels(change),
                       mainPart(change), effectText(change.composition()));
}

} // namespace loupe
