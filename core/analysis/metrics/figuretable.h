// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/groupintervals.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/population/population.h"
#include "core/analysis/statistics/bootstrap.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Selection of figures. Figures by sample use each sample's last judged round.
struct FigureOptions {
    GroupBy groupBy = GroupBy::All; ///< Round only for costs, because a sample ends in one round
    std::vector<FastPThreshold> fast;
    std::vector<int> passAt;       ///< k of pass@k and, with each of `fast`, of fast_p@k
    std::vector<int> anyOf;        ///< k of Compilation@k, Pass@k and SpeedUp_1@k
    std::optional<int> suiteTasks; ///< also returns stage rates over this many tasks
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

/// Returns the figures of each group, then of all. A task counts once per method and run.
std::vector<FigureLine> figureTable(std::span<const MetricRow> rows, const FigureOptions &options);
/// Does the same for a population, without costs and then with them. A pair counts once, with the
/// run of its representative; costs are over all observations. See removePooled().
std::vector<FigureLine> figureTable(const Population &population, const FigureOptions &options);

/// Removes the lines over all groups if the population keeps a condition separate, because its
/// values are not comparable.
void removePooled(const Population &population, std::vector<FigureLine> &lines);

/// Returns fast_p@N by round, with the best round so far and with the last one; each round is a
/// group.
std::vector<FigureLine> roundFigureTable(std::span<const MetricRow> rows,
                                         std::span<const FastPThreshold> thresholds);

} // namespace loupe
