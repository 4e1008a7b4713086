// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/rows/groupby.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A statistic of a group with its interval. There is no interval if the group has fewer than two
/// tasks or the statistic has no value.
struct GroupStatistic {
    std::string name; ///< "correct", "fast_1 (>)", "geometric mean"
    std::optional<Interval> interval;
    int used = 0;  ///< evaluations that contribute
    int total = 0; ///< judged evaluations, or correct ones for speedups
};

struct GroupIntervals {
    std::string group;
    int tasks = 0; ///< clusters
    std::vector<GroupStatistic> statistics;
};

/// A threshold of fast_p, with the rule whether it includes p itself.
struct FastPThreshold {
    double p = 1.0;
    Threshold threshold = Threshold::Above;
};

/// Computes statistics of each group, in the order of rowGroups(), then of "all". Shares of the
/// judged evaluations: built, correct, fast. Over the correct with usable numbers: geometric and
/// arithmetic mean, median and ratio of total times. Counts match the rate table; intervals
/// resample the tasks of the group.
std::vector<GroupIntervals> groupIntervals(std::span<const MetricRow> rows, GroupBy groupBy,
                                           std::span<const FastPThreshold> thresholds,
                                           const BootstrapOptions &options);

} // namespace loupe
