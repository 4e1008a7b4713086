// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/speedmeasure.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Change of an attempt's state from the baseline run to the other run.
enum class PairState {
    BothCorrect,
    Fixed,  ///< failed in the baseline, correct in the other run
    Broken, ///< correct in the baseline, failed in the other run
    BothFailed,
    NotJudged,    ///< in one of the runs: unknown, skipped, infra error
    OnlyBaseline, ///< missing in the other run
    OnlyOther,    ///< missing in the baseline
};
inline constexpr std::size_t pairStates = 7;
std::string_view name(PairState state); ///< "both_correct", "fixed" …

/// Verdict about a ratio of speedups, given a noise floor.
enum class PairVerdict { Faster, Slower, Unclear, NotTimed };
std::string_view name(PairVerdict verdict); ///< "faster", "slower", "unclear", "not timed"

/// One attempt (task, sample and, if runs have several, method) in both runs.
struct ComparedPair {
    Name suite;
    Name task;
    Name method; ///< empty if each run has one method; the names may differ
    int sample = 0;
    const MetricRow *baseline = nullptr; ///< last judged round, else the last; null if missing
    const MetricRow *other = nullptr;
    PairState state = PairState::NotJudged;
    std::optional<double> ratio; ///< speed factor of the other run, if both are correct and timed
    PairVerdict verdict = PairVerdict::NotTimed;
    std::optional<double> ratioLow; ///< 95 % limit from both speedups' intervals: testAttempts()
    std::optional<double> ratioHigh;
    std::optional<double> p;         ///< of the ratio, from raw times: testAttempts()
    std::optional<double> adjustedP; ///< by Benjamini and Hochberg: correctForMany()
    bool isChangedTask = false;      ///< the task has the same name but another hash
};

/// A figure of both runs over the same attempts, and its change.
struct ComparedFigure {
    std::string name;
    double baseline = 0.0;
    double other = 0.0;
    bool isRatio = false;           ///< the change is other / baseline, else other - baseline
    std::optional<Interval> change; ///< from resampling tasks, both runs together
    int attempts = 0;               ///< number of attempts
};

/// The ratio below which a difference counts as noise, and its source.
struct NoiseFloor {
    double relative = 0.05; ///< 0.05: ratios from 1/1.05 to 1.05 are noise
    int pairs = 0;          ///< number of measured pairs; 0 if configured or assumed
    std::string source;     ///< for display
};

/// Returns the 95 % quantile of |log ratio| over repeated measurements of the same kernel (A/A), as
/// exp() - 1. Returns nullopt for fewer than 20 ratios, which do not determine a tail.
std::optional<NoiseFloor> measuredNoiseFloor(std::span<const double> ratios, std::string source);

/// Returns ratios of the speedups of consecutive rounds with byte-identical code, both correct and
/// timed. They are repeated measurements of the same kernel. Uses only the rows of these runs,
/// because noise differs between machines.
std::vector<double> identicalCodeRatios(std::span<const MetricRow> rows,
                                        std::span<const Name> runs);

/// Returns the verdict about a ratio, or about an interval, which must be wholly beyond the floor.
PairVerdict speedVerdict(double ratio, const NoiseFloor &floor);
PairVerdict speedVerdict(double low, double high, const NoiseFloor &floor);

/// Returns true if the state changed, one side is missing, or the other side is faster or slower
/// beyond the noise.
bool isNews(const ComparedPair &pair);

struct ComparisonOptions {
    NoiseFloor floor;
    BootstrapOptions bootstrap;
    bool allowChangedTasks = false;
    SpeedMeasure measure = SpeedMeasure::Speedups;
    bool areDevicesCompared = false; ///< the sides differ in device on purpose
};

struct RunComparison {
    Name baseline;
    Name other;
    bool byMethod = false;           ///< attempts were also matched by method
    bool isSameMethod = false;       ///< both runs have the same methods
    std::vector<ComparedPair> pairs; ///< by suite, task, method, sample
    std::array<int, pairStates> counts = {};
    /// Outcomes of attempts that are in both runs: (baseline, other) -> attempts.
    std::map<std::pair<Outcome, Outcome>, int> transitions;
    std::vector<std::string> changedTasks; ///< same name, another hash
    int unknownHashes = 0;                 ///< attempts with an unrecorded hash on one side
    std::vector<ComparedFigure> figures;
    double fixedBrokenP = 1.0; ///< exact McNemar test of fixed against broken attempts
    double speedP = 1.0;       ///< paired permutation test of log ratios by task
    SpeedMeasure measure = SpeedMeasure::Speedups;
    /// Both p-values corrected by Holm's method over all runs; nullopt without data:
    /// correctForMany().
    std::optional<double> adjustedFixedBrokenP;
    std::optional<double> adjustedSpeedP;
    int runTests = 0;                      ///< number of tests that these two are corrected for
    int attemptTests = 0;                  ///< attempts with a p, over all runs
    std::array<int, 4> verdictCounts = {}; ///< attempts, by PairVerdict
    /// Verdict about the whole run, from its interval.
    PairVerdict verdict = PairVerdict::NotTimed;
    NoiseFloor floor;
    /// Reasons why this counts as a regression; empty if it does not. A reason is an attempt that
    /// is no longer correct, or a geometric mean whose whole interval is below the noise floor.
    std::vector<std::string> regressions;

    /// Returns the number of attempts that are judged in both runs.
    int judgedInBoth() const;
    int count(PairState state) const { return counts[static_cast<std::size_t>(state)]; }
    int count(PairVerdict speed) const { return verdictCounts[static_cast<std::size_t>(speed)]; }
};

/// Returns "newly correct" for Fixed and "regressed" for Broken. Another method did not regress, so
/// there it says which run alone is correct.
std::string_view changeWord(PairState state, bool isSameMethod);
/// Returns true unless the attempts are of two methods.
bool isSameMethod(const ComparedPair &pair);

/// Outcome of an attempt in a run; nullopt if it is missing.
using Ending = std::optional<Outcome>;
Ending endingOf(const MetricRow *row);

/// Attempts by their outcome in the baseline (rows) and in the other run (columns). Only outcomes
/// that occur have a row or column; missing comes first.
struct TransitionMatrix {
    std::vector<Ending> baseline;
    std::vector<Ending> other;
    std::vector<std::vector<int>> attempts; ///< by row, then by column
    std::vector<int> baselineTotals;        ///< per row
    std::vector<int> otherTotals;           ///< per column
    int total = 0;
};
TransitionMatrix transitionMatrix(const RunComparison &comparison);
/// Returns the methods among the rows of a run, by name, separated by commas.
std::string methodNames(std::span<const MetricRow> rows, Name run);

/// Compares two runs attempt by attempt, using the last judged round of each sample. Methods are
/// matched unless each run has only one. Rows of other runs are ignored. Fails with InvalidInput in
/// these cases:
/// - A run has no rows, or the runs share no attempt.
/// - Tasks have changed (same name, another hash) and that is not allowed.
/// - Speedups are to be compared that were measured under different conditions.
///
/// The rows must outlive the result.
Result<RunComparison> compareRuns(std::span<const MetricRow> rows, Name baseline, Name other,
                                  const ComparisonOptions &options);

/// Returns the first pair of runs that compareRuns() accepts, in the order of `runs`; those with
/// `preferred` come first. Returns nullopt if there is none, soon after `stop` is requested, or
/// after `maxTries` pairs.
std::optional<std::pair<Name, Name>> firstComparablePair(std::span<const MetricRow> rows,
                                                         std::span<const Name> runs, Name preferred,
                                                         const std::stop_token &stop = {});

/// Returns true if compareRuns() failed because of changed tasks, which allowChangedTasks permits.
bool isOfChangedTasks(const Error &error);
/// Returns the error that speeds were measured under different conditions, named by `differences`.
Error conditionsError(const RunComparison &comparison, const std::string &differences);
bool isOfConditions(const Error &error);

} // namespace loupe
