// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/samplesrounds.h"

#include "core/analysis/metrics/successmetrics.h"

#include <algorithm>
#include <limits>

namespace loupe {

namespace {

/// A sample cut off after some rounds.
struct CutSample {
    double spent = 0.0;
    bool isCorrect = false;
    bool isTimed = false; ///< some correct program of it was
    bool isFast = false;
};

/// Whether it ended because of what it was, so that more rounds would not have been asked.
bool hasEnded(const AskedSample &sample)
{
    return sample.stopReason == "solved" || sample.stopReason == "no_progress"
        || sample.stopReason == "same_code" || sample.stopReason == "refused"
        || sample.stopReason == "rounds";
}

/// Whether it is known what the model's answer came to.
bool isSettled(const AskedRound &round)
{
    const bool isLostElsewhere = round.lost == LostAnswer::NotLookedAt
        || round.lost == LostAnswer::CutOff || round.lost == LostAnswer::Endpoint
        || round.lost == LostAnswer::Open;
    return isJudged(round.outcome) || (round.lost != LostAnswer::No && !isLostElsewhere);
}

/// Nothing where its course up to and without round `end` is not known.
std::optional<CutSample> cutSample(const AskedSample &sample, int first, int end, BudgetUnit unit,
                                   const FastPThreshold &threshold)
{
    CutSample out;
    Spending spent;
    int next = first;
    for (const AskedRound &round : sample.rounds) {
        if (round.round >= end)
            break;
        if (round.round != next || !isSettled(round))
            return std::nullopt;
        ++next;
        spent.add(round.spent);
        const bool isCorrect = round.outcome == Outcome::Correct;
        out.isCorrect = out.isCorrect || isCorrect;
        out.isTimed = out.isTimed || (isCorrect && round.speedup);
        out.isFast = out.isFast || isFast(round, threshold);
    }
    const std::optional<double> whole = spent.in(unit);
    if ((next < end && !hasEnded(sample)) || next == first || !whole)
        return std::nullopt;
    out.spent = *whole;
    return out;
}

/// One task's samples cut off after the same number of rounds.
struct CutTask {
    int samples = 0;
    int correct = 0;
    int timed = 0;
    int fast = 0;
    double spent = 0.0;

    void add(const CutSample &sample)
    {
        ++samples;
        correct += sample.isCorrect ? 1 : 0;
        timed += sample.isTimed ? 1 : 0;
        fast += sample.isFast ? 1 : 0;
        spent += sample.spent;
    }
};

/// The expectation over tasks with so many samples.
SamplesRounds pointOf(std::span<const CutTask> tasks, int samples, int rounds)
{
    SamplesRounds out;
    out.samples = samples;
    out.rounds = rounds;
    double spent = 0.0;
    double correct = 0.0;
    double fast = 0.0;
    bool isAnyCorrect = false;
    bool isAnyTimed = false;
    for (const CutTask &task : tasks) {
        const auto share = passAtK({task.samples, task.correct}, samples);
        if (!share)
            continue;
        ++out.used;
        spent += samples * task.spent / task.samples;
        correct += *share;
        fast += *passAtK({task.samples, task.fast}, samples);
        isAnyCorrect = isAnyCorrect || task.correct > 0;
        isAnyTimed = isAnyTimed || task.timed > 0;
    }
    if (out.used == 0)
        return out;
    out.spent = spent / out.used;
    out.correct = correct / out.used;
    if (!isAnyCorrect || isAnyTimed)
        out.fast = fast / out.used;
    return out;
}

using Measure = std::optional<double> SamplesRounds::*;

/// Whether the other one takes no more and comes further, or comes as far and takes less.
bool isBeaten(const SamplesRounds &point, const SamplesRounds &other, Measure measure)
{
    const bool isNoWorse = *other.spent <= *point.spent && *(other.*measure) >= *(point.*measure);
    return isNoWorse && (*other.spent < *point.spent || *(other.*measure) > *(point.*measure));
}

void markFrontier(std::vector<SamplesRounds> &points, Measure measure, bool SamplesRounds::*mark)
{
    int most = 0;
    for (const SamplesRounds &each : points)
        most = std::max(most, each.used);
    const auto isComparable = [&](const SamplesRounds &each) {
        return each.used == most && each.spent && each.*measure;
    };
    for (SamplesRounds &point : points) {
        point.*mark
            = isComparable(point) && std::ranges::none_of(points, [&](const SamplesRounds &other) {
                  return isComparable(other) && isBeaten(point, other, measure);
              });
    }
}

/// The numbers of rounds that a method has, and the most samples of a task.
struct Extent {
    int first = std::numeric_limits<int>::max();
    int end = std::numeric_limits<int>::min();
    int samples = 0;
};

Extent extentOf(std::span<const SampledTask> tasks)
{
    Extent out;
    for (const SampledTask &task : tasks) {
        out.samples = std::max(out.samples, static_cast<int>(task.samples.size()));
        for (const AskedSample *sample : task.samples) {
            for (const AskedRound &round : sample->rounds) {
                out.first = std::min(out.first, round.round);
                out.end = std::max(out.end, round.round + 1);
            }
        }
    }
    return out;
}

/// Whether other samples decided if it goes on. What is not recorded was asked by itself.
bool isRanked(const AskedSample &sample)
{
    const std::string &strategy = sample.strategy.text();
    return !strategy.empty() && !strategy.starts_with("independent")
        && !strategy.starts_with("serial");
}

SamplesRoundsTable tableOf(std::span<const AskedSample> samples, BudgetUnit unit,
                           const FastPThreshold &threshold)
{
    SamplesRoundsTable out;
    out.method = samples.front().method;
    std::vector<SampledTask> tasks = sampledTasks(samples);
    out.tasks = static_cast<int>(tasks.size());
    for (SampledTask &task : tasks)
        out.ranked += static_cast<int>(std::erase_if(
            task.samples, [](const AskedSample *sample) { return isRanked(*sample); }));
    const Extent extent = extentOf(tasks);
    if (extent.end <= extent.first) // nobody is left, or was asked
        return out;
    for (int end = extent.first + 1; end <= extent.end; ++end) {
        std::vector<CutTask> cut(tasks.size());
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            for (const AskedSample *sample : tasks[i].samples) {
                if (const auto one = cutSample(*sample, extent.first, end, unit, threshold))
                    cut[i].add(*one);
            }
        }
        for (int n = 1; n <= extent.samples; ++n)
            out.points.push_back(pointOf(cut, n, end - extent.first));
    }
    markFrontier(out.points, &SamplesRounds::correct, &SamplesRounds::isFrontier);
    markFrontier(out.points, &SamplesRounds::fast, &SamplesRounds::isFastFrontier);
    return out;
}

} // namespace

std::vector<SamplesRoundsTable> samplesRoundsTables(const AskedPopulation &asked, BudgetUnit unit,
                                                    const FastPThreshold &threshold)
{
    std::vector<SamplesRoundsTable> out;
    for (const std::span<const AskedSample> samples : asked.byMethod())
        out.push_back(tableOf(samples, unit, threshold));
    return out;
}

} // namespace loupe
