// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/rows/groupby.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A statistic of a group with its interval; no interval where the group has fewer than two tasks
/// or the statistic has no value.
struct GroupStatistic {
    std::string name; ///< "correct", "fast_1 (>)", "geometric mean"
    std::optional<Interval> interval;
    int used = 0;  ///< evaluations that enter it
    int total = 0; ///< evaluations that could: the judged, or the correct for speedups
};

struct GroupIntervals {
    std::string group;
    int tasks = 0; ///< clusters
    std::vector<GroupStatistic> statistics;
};

/// A threshold of fast_p and whether it counts itself.
struct FastPThreshold {
    double p = 1.0;
    Threshold threshold = Threshold::Above;
};

/// Shares of the judged evaluations that were built, are correct, and are fast; geometric and
/// arithmetic mean, median and ratio of total times over the correct with usable numbers: as the
/// rate table counts them, each with its interval from resampling the tasks of the group. One entry
/// for each group in the order of rowGroups(), then "all".
std::vector<GroupIntervals> groupIntervals(std::span<const MetricRow> rows, GroupBy groupBy,
                                           std::span<const FastPThreshold> thresholds,
                                           const BootstrapOptions &options);

} // namespace loupe
