// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/deviance.h"
#include "core/analysis/metrics/figuretable.h"
#include "core/analysis/metrics/portability.h"
#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/report/tables/table.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace loupe {

/// Shows figures with n used of n, and intervals, if computed. The caption defines the names.
Table figureTableText(std::span<const FigureLine> lines, const std::string &groupTitle);

/// Shows averages of speedups; the caption defines them.
Table averageTableText(std::span<const FigureLine> lines, const std::string &groupTitle);

/// Shows IOU and MFU.
Table utilisationTableText(std::span<const FigureLine> lines, const std::string &groupTitle);

/// Shows speedups at equal work and claimed speedups.
Table equalWorkTableText(std::span<const FigureLine> lines, const std::string &groupTitle);

/// Shows the statistics of intervalTableText() in short, for use below a table of rates: a group
/// per line, a statistic per column, no counts.
Table intervalSummaryText(std::span<const GroupIntervals> groups, const std::string &groupTitle,
                          const BootstrapOptions &options);

/// Shows rates and means of groups with their intervals.
Table intervalTableText(std::span<const GroupIntervals> groups, const std::string &groupTitle,
                        const BootstrapOptions &options);

/// Shows the explained deviance of two factors: each alone, both, and each given the other.
Table devianceTableText(const DevianceTable &deviance);

/// Shows why the average speedup changed from round to round.
Table compositionTableText(std::span<const RoundChange> changes);

/// Shows the number of unsolved tasks after each round, with the best speedup so far.
Table survivalTableText(std::span<const SurvivalRound> survival,
                        std::span<const RoundFigure> bestSoFar);

/// Shows at most `most` tasks, those with the largest ratios.
Table portabilityTableText(const PortabilityTable &portability, std::size_t most);

/// One group of a suite's attempts: the suite's own figures and ours.
struct SuiteSpeedupGroup {
    std::string suite;
    std::string group;
    SpeedupRule rule = SpeedupRule::KernelBench;
    SuiteAggregate aggregate;
    std::optional<double> ourGeometricMean; ///< over the timed correct results
};

/// Shows one line per figure. The caption has each suite's definition and every count.
Table suiteSpeedupTable(std::span<const SuiteSpeedupGroup> groups, const std::string &groupTitle);

} // namespace loupe
