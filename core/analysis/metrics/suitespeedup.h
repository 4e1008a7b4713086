// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"

#include <map>
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

/// Returns sum(s) / n, which KernelBench-X and TritonBench publish. One huge speedup dominates it.
std::optional<double> arithmeticMeanOf(std::span<const double> values);

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

/// Sums of the cases' medians. A case without usable times on a side counts as missing there.
struct CaseSums {
    double baselineMs = 0;         ///< over all of its cases
    double matchedBaselineMs = 0;  ///< over the cases on both sides
    double candidateMs = 0;        ///< over all of its cases
    double matchedCandidateMs = 0; ///< over the cases on both sides
    int baselineOnly = 0;          ///< number of cases
    int candidateOnly = 0;
    int both = 0;
};
CaseSums sumsOf(std::span<const CaseTimes> cases);

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

/// One evaluation as input of an aggregate.
struct SuiteRow {
    std::string attempt; ///< run, method and task: shared by the samples and rounds of one attempt
    int sample = 0;
    int round = 0;
    bool judged = false; ///< correct or failed; all others count in no rate
    bool correct = false;
    SuiteSpeedup measured;
    bool isOtherClock = false; ///< its times are not by the suite's clock
};

struct SuiteFigure {
    std::string name;
    std::optional<double> value; ///< nullopt if the required measurements are missing
};

/// The suite's own figures, with the number of results used and excluded.
struct SuiteAggregate {
    int tasks = 0;      ///< judged attempts: the denominator N
    int notCounted = 0; ///< attempts without a verdict
    int correct = 0;
    int measured = 0;   ///< of the correct: with a speedup from raw times
    int otherClock = 0; ///< of the measured: not by the suite's clock
    int dropped = 0;    ///< of the correct: outside the suite's limits
    int missing = 0;    ///< of the correct: without raw times, for which there is no substitute
    std::map<std::string, int> absences; ///< reasons of `missing`, with their counts
    std::vector<SuiteFigure> figures;
};

/// Aggregates rows by a suite's own rule:
/// - KernelBench: geometric mean over the correct; the same over those with s > 1; fast_p = share
///   of N that is correct with s > p, for p = 0.5, 1, 2. One attempt counts with its lowest sample
///   in its last round.
/// - KernelBench-X: sum of baseline times / sum of candidate times; arithmetic mean of the speedups
///   above 0. Both are rounded to three decimals.
/// - TritonBench (2_efficiency.py, `statis`): arithmetic mean, rounded to two decimals.
/// - MultiKernelBench: SpeedUp_1 = share of N with any sample correct and s >= 1.
/// - KernelGenBench: geometric mean of the best result of each passed attempt; share of N that
///   passed with s >= p, for p = 0.8, 1, 1.5.
SuiteAggregate aggregate(SpeedupRule rule, std::span<const SuiteRow> rows);

} // namespace loupe
