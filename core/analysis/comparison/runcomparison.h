// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedpair.h"
#include "core/analysis/comparison/speedmeasure.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/base/result.h"
#include "core/model/metricrow.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

inline constexpr std::size_t pairStates = 7;
std::string_view name(PairState state); ///< "both_correct", "fixed" …

std::string_view name(PairVerdict verdict); ///< "faster", "slower", "unclear", "not timed"

/// How much a ratio must be off 1 to mean anything, and where that is known from.
struct NoiseFloor {
    double relative = 0.05; ///< 0.05: ratios from 1/1.05 to 1.05 are noise
    int pairs = 0;          ///< that it was measured on; 0: it was given or assumed
    std::string source;     ///< for people
};

/// The 95 % quantile of |log ratio| over repeats of the same thing (A/A), as exp() - 1. nullopt
/// with fewer than 20 ratios: a tail is not known from less.
std::optional<NoiseFloor> measuredNoiseFloor(std::span<const double> ratios, std::string source);

/// Ratios of the speedups of consecutive rounds with byte-identical code, both correct and timed:
/// the same kernel measured again. Of the rows of these runs only: what is noise on one machine
/// says nothing of another.
std::vector<double> identicalCodeRatios(std::span<const MetricRow> rows,
                                        std::span<const Name> runs);

/// Of a ratio without an interval, and of one with: all of it must be beyond the floor.
PairVerdict speedVerdict(double ratio, const NoiseFloor &floor);
PairVerdict speedVerdict(double low, double high, const NoiseFloor &floor);

/// Whether anything happened between the runs: the state changed, one side is missing, or the other
/// is faster or slower beyond the noise.
bool isNews(const ComparedPair &pair);

struct ComparisonOptions {
    NoiseFloor floor;
    BootstrapOptions bootstrap;
    bool allowChangedTasks = false;
    SpeedMeasure measure = SpeedMeasure::Speedups;
    bool areDevicesCompared = false; ///< they differ by intent
};

struct RunComparison {
    Name baseline;
    Name other;
    bool byMethod = false;           ///< attempts were matched by method too
    std::vector<ComparedPair> pairs; ///< by suite, task, method, sample
    std::array<int, pairStates> counts = {};
    /// Outcomes of attempts that are in both runs: (baseline, other) -> attempts.
    std::map<std::pair<Outcome, Outcome>, int> transitions;
    std::vector<std::string> changedTasks; ///< same name, another hash
    int unknownHashes = 0;                 ///< attempts where one side does not say its hash
    std::vector<ComparedFigure> figures;
    double fixedBrokenP = 1.0; ///< exact McNemar test of fixed against broken attempts
    double speedP = 1.0;       ///< paired permutation test of log ratios by task
    SpeedMeasure measure = SpeedMeasure::Speedups;
    /// Both by Holm over all runs, where there was something to test: correctForMany().
    std::optional<double> adjustedFixedBrokenP;
    std::optional<double> adjustedSpeedP;
    int runTests = 0;                            ///< that these two are corrected for
    int attemptTests = 0;                        ///< attempts with a p, over all runs
    std::array<int, 4> verdictCounts = {};       ///< attempts, by PairVerdict
    PairVerdict verdict = PairVerdict::NotTimed; ///< of the whole: its interval beyond the floor
    NoiseFloor floor;
    /// Why this counts as a regression; empty: it does not. An attempt that was correct and is not
    /// any more, or a geometric mean whose whole interval is below the noise floor.
    std::vector<std::string> regressions;

    /// Attempts that both sides got judged at.
    int judgedInBoth() const;
    int count(PairState state) const { return counts[static_cast<std::size_t>(state)]; }
    int count(PairVerdict speed) const { return verdictCounts[static_cast<std::size_t>(speed)]; }
};

/// How an attempt ended in a run; nullopt: it is missing there.
using Ending = std::optional<Outcome>;
Ending endingOf(const MetricRow *row);

/// Attempts by how they ended in the baseline (rows) and in the other run (columns). Rows and
/// columns are those that occur, missing first.
struct TransitionMatrix {
    std::vector<Ending> baseline;
    std::vector<Ending> other;
    std::vector<std::vector<int>> attempts; ///< by row, then by column
    std::vector<int> baselineTotals;        ///< of each row
    std::vector<int> otherTotals;           ///< of each column
    int total = 0;
};
TransitionMatrix transitionMatrix(const RunComparison &comparison);
/// The methods among the rows of a run, by name, with commas between.
std::string methodNames(std::span<const MetricRow> rows, Name run);

/// Compares two runs attempt by attempt: of each sample its last judged round. Where both runs have
/// one method each, methods are not matched; otherwise attempts must agree in it. Rows of other
/// runs are ignored. InvalidInput where a run has no rows, no attempt is in both, tasks have
/// changed (same name, another hash) and that is not allowed, or speedups were measured under
/// conditions that differ and are to be compared. The rows must outlive the result.
Result<RunComparison> compareRuns(std::span<const MetricRow> rows, Name baseline, Name other,
                                  const ComparisonOptions &options);

/// Whether compareRuns() refused because of changed tasks: allowChangedTasks helps.
bool isOfChangedTasks(const Error &error);
/// That speeds were measured under conditions that differ: `differences` names them.
Error conditionsError(const RunComparison &comparison, const std::string &differences);
bool isOfConditions(const Error &error);

} // namespace loupe
