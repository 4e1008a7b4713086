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
    bool isTimed = false; ///< at least one correct program was timed
    bool isFast = false;
};

/// Returns true if the sample stopped by itself, so that it would not have had more rounds.
bool hasEnded(const AskedSample &sample)
{
    return sample.stopReason == "solved" || sample.stopReason == "no_progress"
        || sample.stopReason == "same_code" || sample.stopReason == "refused"
        || sample.stopReason == "rounds";
}

/// Returns true if the result of the model's answer is known.
bool isSettled(const AskedRound &round)
{
    const bool isLostElsewhere = round.lost == LostAnswer::NotLookedAt
        || round.lost == LostAnswer::CutOff || round.lost == LostAnswer::Endpoint
        || round.lost == LostAnswer::Open;
    return isJudged(round.outcome) || (round.lost != LostAnswer::No && !isLostElsewhere);
}

/// Returns nullopt if the sample's rounds before `end` are not all known.
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

/// The samples of one task, cut off after the same number of rounds.
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

/// Returns the expectation over the tasks with enough samples.
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

/// Returns true if `other` is at least as cheap and as successful, and better in one of the two.
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

/// The range of rounds of a method and its maximum number of samples per task.
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

/// Returns true if other samples decided whether this one continues. A sample without a recorded
/// strategy counts as independent.
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
    if (extent.end <= extent.first) // no samples are left, or nothing was requested
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
