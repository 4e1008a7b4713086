// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/suiteaggregate.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace loupe {

namespace {

std::optional<double> arithmeticMean(const std::vector<double> &values)
{
    double sum = 0;
    for (const double each : values)
        sum += each;
    return values.empty() ? std::nullopt : std::optional(sum / static_cast<double>(values.size()));
}

/// Returns true if the suite counts an attempt by the best of its samples and rounds.
bool takesBest(SpeedupRule rule)
{
    return rule == SpeedupRule::MultiKernelBench || rule == SpeedupRule::KernelGenBench;
}

/// Returns true if `row` represents its attempt better than `other`.
bool isBefore(SpeedupRule rule, const SuiteRow &row, const SuiteRow &other)
{
    if (!takesBest(rule)) {
        if (row.sample != other.sample)
            return row.sample < other.sample;
        return row.round > other.round;
    }
    if (row.judged != other.judged)
        return row.judged;
    if (row.correct != other.correct)
        return row.correct;
    return row.measured.speedup.value_or(0) > other.measured.speedup.value_or(0);
}

/// The inputs of an aggregate's figures.
struct Pool {
    std::vector<double> speedups; ///< of the correct and measured
    double baselineMs = 0;
    double candidateMs = 0;
};

/// Returns the share of n above p, or at p if `orEqual`. The value is nullopt if correct results
/// exist but none was measured.
SuiteFigure shareAbove(const std::string &name, const Pool &pool, const SuiteAggregate &counts,
                       double p, bool orEqual)
{
    if (counts.tasks == 0 || (pool.speedups.empty() && counts.correct > 0))
        return {name, std::nullopt};
    const auto above = std::count_if(pool.speedups.begin(), pool.speedups.end(),
                                     [&](double each) { return orEqual ? each >= p : each > p; });
    return {name, static_cast<double>(above) / counts.tasks};
}

std::vector<SuiteFigure> figuresOf(SpeedupRule rule, const Pool &pool, const SuiteAggregate &counts)
{
    const auto rounded = [](std::optional<double> value, int decimals) {
        return value ? std::optional(roundedTo(*value, decimals)) : value;
    };
    switch (rule) {
    case SpeedupRule::KernelBench: {
        std::vector<double> faster;
        std::copy_if(pool.speedups.begin(), pool.speedups.end(), std::back_inserter(faster),
                     [](double each) { return each > 1; });
        return {{"geometric mean, correct", geometricMeanOf(pool.speedups)},
                {"geometric mean, correct and faster", geometricMeanOf(faster)},
                shareAbove("fast_0.5", pool, counts, 0.5, false),
                shareAbove("fast_1", pool, counts, 1, false),
                shareAbove("fast_2", pool, counts, 2, false)};
    }
    case SpeedupRule::KernelBenchX:
        return {{"avg_speedup_global",
                 pool.candidateMs > 0
                     ? std::optional(roundedTo(pool.baselineMs / pool.candidateMs, 3))
                     : std::nullopt},
                {"avg_speedup_per_task", rounded(arithmeticMean(pool.speedups), 3)}};
    case SpeedupRule::TritonBenchT:
    case SpeedupRule::TritonBenchG:
        return {{"speed up", rounded(arithmeticMean(pool.speedups), 2)}};
    case SpeedupRule::MultiKernelBench:
        return {shareAbove("SpeedUp_1", pool, counts, 1, true)};
    case SpeedupRule::KernelGenBench:
        return {{"geometric mean, passed", geometricMeanOf(pool.speedups)},
                shareAbove("fast_0.8", pool, counts, 0.8, true),
                shareAbove("fast_1", pool, counts, 1, true),
                shareAbove("fast_1.5", pool, counts, 1.5, true)};
    }
    return {};
}

} // namespace

SuiteAggregate aggregate(SpeedupRule rule, std::span<const SuiteRow> rows)
{
    std::map<std::string, const SuiteRow *> attempts;
    for (const SuiteRow &row : rows) {
        const SuiteRow *&chosen = attempts[row.attempt];
        if (chosen == nullptr || isBefore(rule, row, *chosen))
            chosen = &row;
    }
    SuiteAggregate out;
    Pool pool;
    for (const auto &[attempt, row] : attempts) {
        if (!row->judged) {
            ++out.notCounted;
            continue;
        }
        ++out.tasks;
        if (!row->correct)
            continue;
        ++out.correct;
        if (row->measured.isDropped) {
            ++out.dropped;
        } else if (!row->measured.speedup) {
            ++out.missing;
            ++out.absences[row->measured.absence];
        } else {
            ++out.measured;
            out.otherClock += row->isOtherClock ? 1 : 0;
            pool.speedups.push_back(*row->measured.speedup);
            pool.baselineMs += row->measured.baselineMs;
            pool.candidateMs += row->measured.candidateMs;
        }
    }
    out.figures = figuresOf(rule, pool, out);
    return out;
}

} // namespace loupe
