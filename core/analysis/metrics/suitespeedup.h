// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The suite whose definition of a speedup is used.
enum class SpeedupRule {
    KernelBench,
    KernelBenchX,
    TritonBenchT,
    TritonBenchG,
    MultiKernelBench,
    KernelGenBench,
};

/// Returns the value rounded like Python's round(value, decimals), correctly from its exact value.
double roundedTo(double value, int decimals);

/// Returns the median of one side's times of one case; nullopt if there are none or any is not
/// positive and finite.
std::optional<double> medianTime(std::span<const double> milliseconds);

/// Returns exp of the mean logarithm; nullopt for an empty range. All values must be positive.
std::optional<double> geometricMeanOf(std::span<const double> values);

/// Returns the rule for a suite's name, ignoring dashes and case; nullopt for a suite without a
/// definition of its own.
std::optional<SpeedupRule> speedupRuleOf(std::string_view suite);

/// Returns the formula and edge cases of one evaluation's speedup, then of the aggregate, for
/// printing.
std::string_view definition(SpeedupRule rule);

/// One size, shape or test of a task with its raw times, in milliseconds per call. A side is empty
/// if it was not timed.
struct CaseTimes {
    std::string caseName;
    std::vector<double> baselineMs;
    std::vector<int> baselineCalls; ///< calls averaged in each sample; parallel to the samples
    std::vector<double> candidateMs;
    std::vector<int> candidateCalls;
};

/// The cases of an evaluation, by the clock closest to the suite's. That is device events if both
/// sides have them (also as triton.testing.do_bench records them), else the clock recorded first.
/// `isSuitesClock` tells which.
struct ChosenTimes {
    std::vector<CaseTimes> cases; ///< in recorded order
    std::string clock;            ///< empty if there are no raw times
    bool isSuitesClock = false;
};
ChosenTimes chooseTimes(std::span<const TimingSeries> timings);

/// A suite's result from raw times. If there is no speedup, `absence` has the reason.
struct SuiteSpeedup {
    std::optional<double> speedup;
    std::string absence;
    bool isDropped = false; ///< measured, but outside the limits that the suite counts
    double baselineMs = 0;  ///< the dividend: a mean, or a sum over cases
    double candidateMs = 0; ///< the divisor
};

/// Computes a speedup by the rule of a suite:
/// - KernelBench (timing.py rounds both means to three significant digits, '%.3g'): mean baseline /
///   mean candidate. A task is timed on one case, the first.
/// - MultiKernelBench: the same formula, with eager PyTorch as baseline.
/// - KernelBench-X (EVAL/2_efficiency.py): sum of the medians of all baseline cases / sum of the
///   medians of the candidate's cases. The divisor is rounded to four decimals before the division,
///   the quotient afterwards. A case without candidate times still counts for the baseline: this is
///   the suite's rule, and its defect.
/// - TritonBench-T (EVAL/eval_T/2_efficiency.py): the same over the candidate's cases, with only
///   the quotient rounded. Dropped at 10 and above, at 0.1 and below, and if the candidate has a
///   case that the baseline lacks.
/// - TritonBench-G (EVAL/eval_G/2_efficiency.py): dropped at 10 and above, and if a case is missing
///   on one side. It also drops results above 100 % of an A100's peak, which raw times do not show.
/// - KernelGenBench: geometric mean over the common cases of median baseline / median candidate.
///   The averages that each case stores are ignored.
///
/// A case with times that are not positive and finite counts as not measured.
SuiteSpeedup suiteSpeedup(SpeedupRule rule, std::span<const CaseTimes> cases);

} // namespace loupe
