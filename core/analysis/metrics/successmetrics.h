// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/samples.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A metric with its base: `used` of `total` tasks. The value is nullopt if it is not defined.
struct Figure {
    std::optional<double> value;
    int used = 0;
    int total = 0;
    /// The highest possible value, if `value` is the lowest because some inputs are unknown.
    std::optional<double> high = {};
};

/// Rule whether a threshold itself counts. KernelBench's fast_p is strict; MultiKernelBench's
/// SpeedUp_a and KernelGenBench's fast_p include it.
enum class Threshold { Above, AtLeast };

/// Returns "fast_1 (>)", "fast_0.8 (>=)", or with `at` "fast_1@10 (>)". The comparison is part of
/// the name.
std::string fastPName(double p, Threshold threshold, std::string_view at = {});

/// Returns true if a sample is correct with a speedup beyond p; false without a speedup.
bool isFast(const SampleResult &sample, double p, Threshold threshold);

/// Returns true if there are correct samples and none was timed.
bool isSpeedUnknown(const SampleTable &table);

/// Returns fast_p = #{tasks whose first sample is correct with s > p} / N (KernelBench's score.py).
/// N counts every task with a judged sample, including failures. `used` counts tasks whose sample
/// has a speedup or failed; the others are correct and untimed. `value` counts those as not fast,
/// as KernelBench does, and `high` as fast. Both are nullopt if no correct sample was timed.
Figure fastP(const SampleTable &table, double p, Threshold threshold);

/// Samples of one task, and how many of them met some condition.
struct SuccessCount {
    int samples = 0;
    int successes = 0;
    int firstSuccess = -1; ///< index among the samples; -1 if there is none
};

using IsSuccess = std::function<bool(const SampleResult &)>;
SuccessCount countSuccesses(std::span<const SampleResult> samples, const IsSuccess &isSuccess);
/// Returns the counts of the tasks with a judged sample.
std::vector<SuccessCount> countSuccesses(const SampleTable &table, const IsSuccess &isSuccess);

/// Rule for tasks that have fewer than k samples.
enum class PassAtKRule {
    /// They are excluded; `used` is the number of remaining tasks. Grows with k on the same tasks.
    EnoughSamples,
    /// As KernelBench ships it: they count as 0, and the average is over all tasks. It can
    /// therefore fall as k grows.
    KernelBenchShipped,
};

/// Returns the unbiased estimator of one task, with n samples and c successes: 1 if n - c < k.
/// Otherwise 1 - prod over j = n-c+1 .. n of (1 - k / j), which is 1 - C(n-c, k) / C(n, k) without
/// overflow (Chen et al. 2021; KernelBench's score.py). Returns nullopt if n < k or k < 1.
std::optional<double> passAtK(SuccessCount count, int k);

/// Returns the mean of passAtK() over tasks: pass@k for correct samples, fast_p@k (KernelBench's
/// paper) for correct ones with s > p.
Figure meanPassAtK(std::span<const SuccessCount> tasks, int k,
                   PassAtKRule rule = PassAtKRule::EnoughSamples);

/// Returns the share of all tasks where any of the first k samples is a success. This is
/// MultiKernelBench's Compilation@k, Pass@k and SpeedUp_a@k, not the estimator. A task with fewer
/// samples counts with those it has; `used` = tasks with at least k.
Figure anyOfFirstK(std::span<const SuccessCount> tasks, int k);

/// Number of tasks that reached each stage, by the first sample: KernelBench-X's call, exe and perf
/// rates.
struct StageCounts {
    int submitted = 0; ///< tasks with a judged sample: the denominator of summary.json
    int call = 0;      ///< built (its process exited with 0)
    int exe = 0;       ///< correct
    int perf = 0;      ///< correct with a speedup

    static std::optional<double> rate(int count, int of)
    {
        return of > 0 ? std::optional(static_cast<double>(count) / of) : std::nullopt;
    }
};

StageCounts stageCounts(const SampleTable &table);

/// fast_p after one round of refinement.
struct RoundFigure {
    int round = 0;
    Figure fast;                    ///< fast_p@N: best round so far of the first sample
    Figure last;                    ///< the same with its last judged round so far
    int correct = 0;                ///< tasks correct in any round so far
    std::optional<double> bestMean; ///< geometric mean of the best speedup so far, over the timed
    int bestTimed = 0;              ///< number of tasks behind `bestMean`
};

/// Returns fast_p@N (KernelBench, Caesar) for each round among the rows. It uses the best positive
/// speedup among the correct rounds 0..N of each task. The denominator is all tasks with a judged
/// round, even if that round is later than N. Results of confirmations with fresh inputs
/// (core/model/record/confirmedmethod.h) do not count as rounds.
std::vector<RoundFigure> fastPByRound(std::span<const MetricRow> rows, double p,
                                      Threshold threshold);

/// Cost of success. Totals are over all recorded evaluations, including failures, which cost money,
/// too.
struct CostPerSuccess {
    int rows = 0;      ///< evaluations
    int successes = 0; ///< tasks with any correct sample
    struct Part {
        int recorded = 0; ///< evaluations that record it, n of `rows`
        double total = 0.0;
        std::optional<double> perSuccess; ///< total / successes; nullopt if either is missing
    };
    Part tokens; ///< input + output
    Part dollars;
    Part seconds; ///< wall-clock time of generation, not adjusted for parallel runs
    Part requests;
};

/// Returns KernelGenBench's tokens per success = total / passed operators, and the same for money
/// and time. A candidate that was evaluated several times (attempts) counts once. Confirmations
/// with fresh inputs do not add successes.
CostPerSuccess costPerSuccess(std::span<const MetricRow *const> rows);

} // namespace loupe
