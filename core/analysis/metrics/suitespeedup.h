// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Whose definition of a speedup is followed.
enum class SpeedupRule {
    KernelBench,
    KernelBenchX,
    TritonBenchT,
    TritonBenchG,
    MultiKernelBench,
    KernelGenBench,
};

/// As Python's round(value, decimals): correctly rounded from the number's exact value.
double roundedTo(double value, int decimals);

/// The median of one side's times of one case; nullopt where there are none or any is not positive
/// and finite.
std::optional<double> medianTime(std::span<const double> milliseconds);

/// exp of the mean logarithm; nullopt of nothing. All must be positive.
std::optional<double> geometricMeanOf(std::span<const double> values);

/// By a suite's name, whatever its dashes and capitals; nullopt for a suite without a definition of
/// its own.
std::optional<SpeedupRule> speedupRuleOf(std::string_view suite);

/// Formula and edge cases of one evaluation's speedup, then of the aggregate, for printing.
std::string_view definition(SpeedupRule rule);

/// One size, shape or test of a task with its raw times, milliseconds for a call. A side that was
/// not timed on it is empty.
struct CaseTimes {
    std::string caseName;
    std::vector<double> baselineMs;
    std::vector<int> baselineCalls; ///< each sample is the mean of so many; as long as the samples
    std::vector<double> candidateMs;
    std::vector<int> candidateCalls;
};

/// The cases of an evaluation by the clock that comes closest to the suite's: device events where
/// both sides have them (also as triton.testing.do_bench records them), else the clock that was
/// recorded first. `isSuitesClock` says which.
struct ChosenTimes {
    std::vector<CaseTimes> cases; ///< in the order in which they were recorded
    std::string clock;            ///< empty: no raw times
    bool isSuitesClock = false;
};
ChosenTimes chooseTimes(std::span<const TimingSeries> timings);

/// What a suite makes of raw times. Without a speedup, `absence` says why.
struct SuiteSpeedup {
    std::optional<double> speedup;
    std::string absence;
    bool isDropped = false; ///< measured, but outside the limits within which the suite counts
    double baselineMs = 0;  ///< what was divided: a mean, or a sum over cases
    double candidateMs = 0; ///< by what
};

/// - KernelBench (its timing.py rounds both means to three significant
///   digits, '%.3g'): mean baseline / mean candidate. A task is timed on one case, the first.
/// - MultiKernelBench: the same formula, eager PyTorch as baseline.
/// - KernelBench-X (EVAL/2_efficiency.py): sum over all of the baseline's
///   cases of its medians / sum over the candidate's cases of its medians, the latter rounded to
///   four decimals before the division, the quotient afterwards. A case that the candidate was not
///   timed on still counts for the baseline: that is the suite's rule, and its defect.
/// - TritonBench-T (EVAL/eval_T/2_efficiency.py): the same over the candidate's cases, only the
///   quotient rounded; dropped from 10 on, at 0.1 and below, and where the candidate has a case
///   that the baseline has not.
/// - TritonBench-G (EVAL/eval_G/2_efficiency.py): dropped from 10 on, and where a case is missing
/// on
///   one side. It also drops what reaches 100 % of an A100's peak, which raw times do not show.
/// - KernelGenBench: geometric mean over the cases that both sides have of
///   median baseline / median candidate; each case's own average rows enter nothing.
///
/// Times that are not positive and finite make a case not measured.
SuiteSpeedup suiteSpeedup(SpeedupRule rule, std::span<const CaseTimes> cases);

/// KernelGenBench as shipped: after each test function a row with the
/// geometric mean of all rows so far, earlier such rows too, joins the list that is averaged.
/// `functions` are the speedups of each function's cases. nullopt where there are none.
std::optional<double> speedupWithAverageRows(std::span<const std::vector<double>> functions);

} // namespace loupe
