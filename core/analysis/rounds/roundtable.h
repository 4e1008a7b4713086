// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/trajectories.h"
#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// What rates per round are measured against. Records of refinements often show only steps that
/// changed something; the counts of the first round then have to come from elsewhere. Everything
/// here is printed with the table.
struct RoundTableOptions {
    /// Denominator of the rates; nullopt: the trajectories among the rows.
    std::optional<int> denominator;
    std::string denominatorSource; ///< "tasks of the current set"
    /// Built and correct in the first round. Without it the rows themselves are counted; with it
    /// each later round is the one before plus what was gained and minus what was lost.
    struct Base {
        int built = 0;
        int correct = 0;
        std::string source; ///< "KernelBench-X paper, table 1"
    };
    std::optional<Base> base;
    /// Whether what became of kernels between rounds is counted, too; a base needs it anyway.
    bool withSteps = true;
};

struct RoundRates {
    int round = 0;
    int known = 0;   ///< trajectories judged in this round
    int unknown = 0; ///< trajectories with a row of this round that is not judged
    int built = 0;
    int correct = 0;
    double builtRate = 0.0; ///< of the denominator; 0 when that is 0
    double correctRate = 0.0;
};

/// A mean over the kernels that were timed; `of` counts those that could have been.
struct TimedMean {
    int timed = 0;
    int of = 0;
    std::optional<double> arithmetic;
    std::optional<double> geometric;
    std::optional<double> median;
};

/// What happened from a round to the next, over the trajectories judged in both.
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
    int identicalCode = 0;      ///< the source did not change at all
    int flaky = 0;              ///< of these: judged otherwise all the same, rescued or broken
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

/// Rates per round and steps between rounds. Of several attempts at one round the last judged one
/// counts. Rounds of no row at all are left out.
RoundTable roundTable(std::span<const MetricRow> rows, const RoundTableOptions &options = {});
RoundTable tableByRound(TrajectorySpan trajectories, const RoundTableOptions &options = {});

} // namespace loupe
