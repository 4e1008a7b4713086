// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/trajectories.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Options for rates per round. Records of refinements often contain only steps that changed
/// something. The counts of the first round must then come from elsewhere. All options are printed
/// with the table.
struct RoundTableOptions {
    /// Denominator of the rates; nullopt: the trajectories among the rows.
    std::optional<int> denominator;
    std::string denominatorSource; ///< "tasks of the current set"
    /// Number built and correct in the first round. With it, each later round is the previous one
    /// plus gains minus losses. Without it, the rows are counted.
    struct Base {
        int built = 0;
        int correct = 0;
        std::string source; ///< "KernelBench-X paper, table 1"
    };
    std::optional<Base> base;
    /// Also count changes between rounds; always done with a base.
    bool withSteps = true;
};

struct RoundRates {
    int round = 0;
    int known = 0;   ///< trajectories judged in this round
    int unknown = 0; ///< trajectories with an unjudged row of this round
    int built = 0;
    int correct = 0;
    double builtRate = 0.0; ///< of the denominator; 0 if that is 0
    double correctRate = 0.0;
};

/// A mean over the timed kernels; `of` counts the correct ones.
struct TimedMean {
    int timed = 0;
    int of = 0;
    std::optional<double> arithmetic;
    std::optional<double> geometric;
    std::optional<double> median;
};
TimedMean timedMeanOf(const std::vector<double> &speedups, int of);

/// Changes from one round to the next, over the trajectories judged in both.
struct RoundStep {
    int fromRound = 0;
    int toRound = 0;
    int trajectories = 0;
    int buildGained = 0;        ///< no build -> built
    int buildLost = 0;          ///< built -> no build
    int rescued = 0;            ///< failed -> correct
    int broken = 0;             ///< correct -> failed
    int persistent = 0;         ///< correct in both
    int failing = 0;            ///< failed in both
    int identicalCode = 0;      ///< source unchanged
    int flaky = 0;              ///< of these: rescued or broken nevertheless
    TimedMean rescuedSpeedup;   ///< in the later round
    TimedMean brokenSpeedup;    ///< in the earlier round
    TimedMean persistentBefore; ///< only kernels timed in both rounds
    TimedMean persistentAfter;  ///< the same kernels, one round later
};

struct RoundTable {
    int trajectories = 0; ///< distinct (run, suite, task, method, sample)
    int denominator = 0;
    std::string definition; ///< denominator, base counts and their sources, for captions
    std::vector<RoundRates> rounds;
    std::vector<RoundStep> steps; ///< from each of `rounds` to the next
};

/// Computes rates per round and steps between rounds. The last judged of several attempts at one
/// round counts. Rounds without rows are omitted.
RoundTable roundTable(std::span<const MetricRow> rows, const RoundTableOptions &options = {});
RoundTable tableByRound(TrajectorySpan trajectories, const RoundTableOptions &options = {});

/// Number of unsolved tasks at one round.
struct SurvivalRound {
    int round = 0;
    int atRisk = 0;        ///< trajectories not yet solved and still judged in this round or later
    int solved = 0;        ///< of these, correct for the first time in this round
    int censored = 0;      ///< of these, last judged in this round and not solved
    double unsolved = 1.0; ///< Kaplan-Meier estimate of the share still unsolved after it
};

/// Returns the product over rounds r of (1 - solved_r / atRisk_r). A trajectory that ends without
/// success is censored, not failed, because it might have continued. Without censoring before the
/// last round, the estimate is the plain share. Trajectories without a judged round are excluded.
/// One that is first judged late is at risk from the first round on.
std::vector<SurvivalRound> roundSurvival(std::span<const MetricRow> rows);
std::vector<SurvivalRound> survivalByRound(TrajectorySpan trajectories);

} // namespace loupe
