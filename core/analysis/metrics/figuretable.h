// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/groupintervals.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/statistics/bootstrap.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Which figures are wanted. Figures by sample take each sample's last judged round.
struct FigureOptions {
    GroupBy groupBy = GroupBy::All; ///< Round only for costs: a sample ends in one round
    std::vector<FastPThreshold> fast;
    std::vector<int> passAt;       ///< k of pass@k and, with each of `fast`, of fast_p@k
    std::vector<int> anyOf;        ///< k of Compilation@k, Pass@k and SpeedUp_1@k
    std::optional<int> suiteTasks; ///< stage rates of the submitted and of this many
    bool withCost = false;
    bool withIntervals = false; ///< of shares
    BootstrapOptions bootstrap;
};

/// One figure of one group.
struct FigureLine {
    std::string group;
    std::string name;
    Figure figure;
    std::optional<Interval> interval;
};

/// The figures of each group, then of all. A task counts once for each method and run that met it.
std::vector<FigureLine> figureTable(std::span<const MetricRow> rows, const FigureOptions &options);

/// fast_p@N by round, with the best round so far and with the last one: a group for each round.
std::vector<FigureLine> roundFigureTable(std::span<const MetricRow> rows,
                                         std::span<const FastPThreshold> thresholds);

} // namespace loupe
