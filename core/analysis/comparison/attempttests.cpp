// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/attempttests.h"

#include "core/analysis/metrics/suitespeedup.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

/// Returns an empty list if the two series are not interleaved.
std::vector<double> blockLogRatios(const CaseTimes &timed)
{
    constexpr std::size_t fewest = 2;
    std::vector<double> out;
    if (timed.baselineMs.size() != timed.candidateMs.size() || timed.baselineMs.size() < fewest
        || !medianTime(timed.baselineMs) || !medianTime(timed.candidateMs))
        return out;
    for (std::size_t i = 0; i < timed.baselineMs.size(); ++i)
        out.push_back(std::log(timed.baselineMs[i] / timed.candidateMs[i]));
    return out;
}

/// Logarithms of a speedup and its limits.
struct LogLimits {
    double estimate;
    double low;
    double high;
};

std::optional<LogLimits> logLimits(const Evaluation &evaluation)
{
    const auto isPositive = [](const std::optional<double> &value) {
        return value && std::isfinite(*value) && *value > 0;
    };
    if (!isPositive(evaluation.speedup) || !isPositive(evaluation.speedupLow)
        || !isPositive(evaluation.speedupHigh))
        return std::nullopt;
    return LogLimits{std::log(*evaluation.speedup), std::log(*evaluation.speedupLow),
                     std::log(*evaluation.speedupHigh)};
}

/// A p-value and the location of its corrected value.
struct PlacedP {
    double p;
    std::optional<double> *adjusted;
};

void testAttempt(ComparedPair &pair, const Evaluation &before, const Evaluation &after,
                 const PermutationOptions &options, RunComparison &comparison)
{
    pair.p = attemptP(before.timings, after.timings, options);
    const auto interval = ratioInterval(before, after);
    if (!interval)
        return;
    pair.ratioLow = interval->low;
    pair.ratioHigh = interval->high;
    --comparison.verdictCounts[static_cast<std::size_t>(pair.verdict)];
    pair.verdict = speedVerdict(interval->low, interval->high, comparison.floor);
    ++comparison.verdictCounts[static_cast<std::size_t>(pair.verdict)];
}

void place(const std::vector<PlacedP> &tests,
           std::vector<double> (*correct)(std::span<const double>))
{
    std::vector<double> p;
    p.reserve(tests.size());
    for (const PlacedP &test : tests)
        p.push_back(test.p);
    const std::vector<double> adjusted = correct(p);
    for (std::size_t i = 0; i < tests.size(); ++i)
        *tests[i].adjusted = adjusted[i];
}

} // namespace

std::optional<double> attemptP(std::span<const TimingSeries> baseline,
                               std::span<const TimingSeries> other,
                               const PermutationOptions &options)
{
    const ChosenTimes before = chooseTimes(baseline);
    const ChosenTimes after = chooseTimes(other);
    if (before.clock != after.clock)
        return std::nullopt;
    for (const CaseTimes &timed : before.cases) {
        const auto same = std::ranges::find(after.cases, timed.caseName, &CaseTimes::caseName);
        if (same == after.cases.end())
            continue;
        const std::vector<double> first = blockLogRatios(timed);
        const std::vector<double> second = blockLogRatios(*same);
        if (!first.empty() && !second.empty())
            return twoSamplePermutationTest(first, second, options).p;
    }
    return std::nullopt;
}

std::optional<RatioInterval> ratioInterval(const Evaluation &baseline, const Evaluation &other)
{
    const auto first = logLimits(baseline);
    const auto second = logLimits(other);
    if (!first || !second)
        return std::nullopt;
    const double ratio = second->estimate - first->estimate;
    const double down = std::hypot(second->estimate - second->low, first->high - first->estimate);
    const double up = std::hypot(second->high - second->estimate, first->estimate - first->low);
    return RatioInterval{std::exp(ratio - down), std::exp(ratio + up)};
}

Status testAttempts(RunComparison &comparison, const MeasurementsOf &measurementsOf,
                    const PermutationOptions &options)
{
    constexpr std::size_t pairsAtOnce = 256;
    std::vector<ComparedPair *> timed;
    timed.reserve(comparison.pairs.size());
    for (ComparedPair &pair : comparison.pairs) {
        // Measured intervals belong to the recorded speedups.
        if (pair.ratio && pair.baseline->joined() == nullptr && pair.other->joined() == nullptr)
            timed.push_back(&pair);
    }
    for (std::size_t begin = 0; begin < timed.size(); begin += pairsAtOnce) {
        const std::size_t end = std::min(begin + pairsAtOnce, timed.size());
        std::vector<RowId> ids;
        ids.reserve(2 * (end - begin));
        for (std::size_t i = begin; i < end; ++i) {
            ids.push_back(timed[i]->baseline->id);
            ids.push_back(timed[i]->other->id);
        }
        const auto measured = measurementsOf(ids);
        if (!measured)
            return measured.error();
        for (std::size_t i = begin; i < end; ++i)
            testAttempt(*timed[i], (*measured)[2 * (i - begin)], (*measured)[2 * (i - begin) + 1],
                        options, comparison);
    }
    return {};
}

void correctForMany(std::span<RunComparison> comparisons)
{
    std::vector<PlacedP> runs;
    std::vector<PlacedP> attempts;
    for (RunComparison &each : comparisons) {
        if (each.count(PairState::Fixed) + each.count(PairState::Broken) > 0)
            runs.push_back({each.fixedBrokenP, &each.adjustedFixedBrokenP});
        if (each.verdict != PairVerdict::NotTimed)
            runs.push_back({each.speedP, &each.adjustedSpeedP});
        for (ComparedPair &pair : each.pairs) {
            if (pair.p)
                attempts.push_back({*pair.p, &pair.adjustedP});
        }
    }
    place(runs, holm);
    place(attempts, benjaminiHochberg);
    for (RunComparison &each : comparisons) {
        each.runTests = static_cast<int>(runs.size());
        each.attemptTests = static_cast<int>(attempts.size());
    }
}

} // namespace loupe
