// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/deviance.h"
#include "core/analysis/metrics/figuretable.h"
#include "core/analysis/metrics/portability.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundsurvival.h"
#include "core/report/tables/table.h"

#include <span>
#include <string>

namespace loupe {

/// Figures with n used of n, and intervals where they were made. The caption defines the names.
Table figureTableText(std::span<const FigureLine> lines, const std::string &groupTitle);

/// Averages of speedups; the caption defines them.
Table averageTableText(std::span<const FigureLine> lines, const std::string &groupTitle);

/// IOU and MFU.
Table utilisationTableText(std::span<const FigureLine> lines, const std::string &groupTitle);

/// Speedups at equal work beside what is claimed.
Table equalWorkTableText(std::span<const FigureLine> lines, const std::string &groupTitle);

/// The same statistics as intervalTableText() in short: a group a line, a statistic a column, no
/// counts. To stand below a table of rates.
Table intervalSummaryText(std::span<const GroupIntervals> groups, const std::string &groupTitle,
                          const BootstrapOptions &options);

/// Rates and means of groups with their intervals.
Table intervalTableText(std::span<const GroupIntervals> groups, const std::string &groupTitle,
                        const BootstrapOptions &options);

/// Explained deviance of two factors, alone, together and given each other.
Table devianceTableText(const DevianceTable &deviance);

/// Why the average speedup changed from round to round.
Table compositionTableText(std::span<const RoundChange> changes);

/// How many tasks are unsolved after each round, with the best speedup so far.
Table survivalTableText(std::span<const SurvivalRound> survival,
                        std::span<const RoundFigure> bestSoFar);

/// At most `most` tasks, those with the largest ratios.
Table portabilityTableText(const PortabilityTable &portability, std::size_t most);

} // namespace loupe
