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

/// A metric with what it was made from: `used` of `total` tasks. Empty where it is not defined.
struct Figure {
    std::optional<double> value;
    int used = 0;
    int total = 0;
    /// The highest possible value, where `value` is the lowest because not all inputs are known.
    std::optional<double> high = {};
};

/// Whether a threshold itself counts. KernelBench's fast_p is strict; MultiKernelBench's SpeedUp_a
/// and KernelGenBench's fast_p include it.
enum class Threshold { Above, AtLeast };

/// "fast_1 (>)", "fast_0.8 (>=)", with `at` "fast_1@10 (>)": the comparison is part of the name.
std::string fastPName(double p, Threshold threshold, std::string_view at = {});

/// Whether a sample is correct with a speedup beyond p. A correct sample without a speedup is not.
bool isFast(const SampleResult &sample, double p, Threshold threshold);

/// Whether nothing can be said of speed: there are correct samples, and none was timed.
bool isSpeedUnknown(const SampleTable &table);

/// fast_p = #{tasks whose first sample is correct with s > p} / N (KernelBench's
/// score.py). N counts every task with a judged sample, failures too. `used` = tasks whose
/// sample has a speedup or failed; the others are correct and untimed. `value` counts those as not
/// fast, as KernelBench does, and `high` as fast. Both are empty where no correct sample was timed.
Figure fastP(const SampleTable &table, double p, Threshold threshold);

/// Samples of one task and how many of them met some condition.
struct SuccessCount {
    int samples = 0;
    int successes = 0;
    int firstSuccess = -1; ///< its place among the samples; -1: none
};

std::vector<SuccessCount>
countSuccesses(const SampleTable &table,
               const std::function<bool(const SampleResult &)> &isSuccess);

/// What to do with tasks that have fewer than k samples.
enum class PassAtKRule {
    /// They enter nothing; `used` says how many tasks do. Grows with k on the same tasks.
    EnoughSamples,
    /// As KernelBench ships it: they count as 0 and the average is over
    /// all tasks, so that it can fall as k grows.
    KernelBenchShipped,
};

/// The unbiased estimator of one task, with n samples and c successes: 1 if n - c < k, else
/// 1 - prod over j = n-c+1 .. n of (1 - k / j), which is 1 - C(n-c, k) / C(n, k) without
/// overflow (Chen et al. 2021; KernelBench's score.py). Empty where n < k or k < 1.
std::optional<double> passAtK(SuccessCount count, int k);

/// The mean of passAtK() over tasks: pass@k for correct samples, fast_p@k (KernelBench's paper) for
/// correct ones with s > p.
Figure meanPassAtK(std::span<const SuccessCount> tasks, int k,
                   PassAtKRule rule = PassAtKRule::EnoughSamples);

/// Share of tasks where any of the first k samples is a success, of all tasks: MultiKernelBench's
/// Compilation@k, Pass@k and SpeedUp_a@k, not the estimator. A task with
/// fewer samples counts with those it has; `used` = tasks with at least k.
Figure anyOfFirstK(std::span<const SuccessCount> tasks, int k);

/// How far tasks came: KernelBench-X's call, exe and perf rates. By the
/// first sample of each task.
struct StageCounts {
    int submitted = 0;        ///< tasks with a judged sample: the denominator of summary.json
    std::optional<int> suite; ///< tasks of the suite: the denominator of the paper
    int call = 0;             ///< built (its process ended with 0)
    int exe = 0;              ///< correct
    int perf = 0;             ///< correct with a speedup

    static std::optional<double> rate(int count, int of)
    {
        return of > 0 ? std::optional(static_cast<double>(count) / of) : std::nullopt;
    }
};

StageCounts stageCounts(const SampleTable &table, std::optional<int> suiteTasks);

/// fast_p as refinement goes on.
struct RoundFigure {
    int round = 0;
    Figure fast;                    ///< fast_p@N: best round so far of the first sample
    Figure last;                    ///< the same with its last judged round so far
    int correct = 0;                ///< tasks correct in any round so far
    std::optional<double> bestMean; ///< geometric mean of the best speedup so far, over the timed
    int bestTimed = 0;              ///< how many those are
};

/// fast_p@N (KernelBench, Caesar): with the best positive speedup among the
/// correct rounds 0..N of each task; of all tasks with a judged round at all, also those whose
/// first judged round comes later. One entry for each round among the rows. Results that repeat a
/// round's with fresh inputs (core/model/confirmedmethod.h) are none.
std::vector<RoundFigure> fastPByRound(std::span<const MetricRow> rows, double p,
                                      Threshold threshold);

/// What success cost. Totals are over everything recorded, failures too, since they were paid for.
struct CostPerSuccess {
    int rows = 0;      ///< evaluations
    int successes = 0; ///< tasks with any correct sample
    struct Part {
        int recorded = 0; ///< evaluations that say it, n of `rows`
        double total = 0.0;
        std::optional<double> perSuccess; ///< total / successes; empty where either is missing
    };
    Part tokens; ///< input + output
    Part dollars;
    Part seconds; ///< generation, wall clock, not what parallel runs took together
    Part requests;
};

/// KernelGenBench's tokens per success = total / passed operators; the same
/// for money and time. A candidate that was evaluated several times (attempts) is counted once;
/// results that repeat a round's with fresh inputs solve nothing more.
CostPerSuccess costPerSuccess(std::span<const MetricRow *const> rows);

} // namespace loupe
