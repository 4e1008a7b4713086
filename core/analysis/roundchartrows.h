// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/chartrequest.h"
#include "core/analysis/trajectories.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// What every chart over rounds begins with: the rows of methods that worked in rounds, as asked
/// for. A row that is outside headline numbers stays as a round of which nothing is known, so that
/// its trajectory keeps its length.
struct RoundChartRows {
    RefinementRows refined;
    std::span<const MetricRow> rows; ///< those asked for; what was given must outlive them
    std::vector<int> rounds;         ///< ascending, at least two
    std::string leftOut;             ///< a sentence for the definition; may be empty

    /// A linear axis with a tick for each round, fewer where there are many.
    ChartAxis axis() const;
};

/// Refused where no method has more than one round.
Result<RoundChartRows> roundChartRows(std::span<const MetricRow> rows, const ChartRequest &request,
                                      const std::stop_token &stop);

/// Of the speedups that lines and dots of a panel show, bands included; at least from 1/2 to 2.
ChartAxis roundSpeedupAxis(const ChartPanel &panel);

/// The error of a chart that was told to stop.
Error roundChartCancelled();

/// Rows of one line of a chart.
struct RoundChartGroup {
    std::string name;
    std::vector<MetricRow> kept;     ///< empty where there is one group
    std::span<const MetricRow> rows; ///< of `kept`, or all
};

/// The groups asked for, largest first, at most eight: a ninth colour cannot be told apart. Refused
/// for groups by round, which would cut trajectories. `more` counts those left out.
Result<std::vector<RoundChartGroup>> roundChartGroups(const RoundChartRows &rows, GroupBy groupBy,
                                                      std::size_t &more);

} // namespace loupe
