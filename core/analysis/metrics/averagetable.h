// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/figuretable.h"
#include "core/analysis/metrics/speedupmeans.h"
#include "core/analysis/metrics/utilisation.h"

#include <span>
#include <vector>

namespace loupe {

// Averages over the evaluations of each group, then of all. None has an interval.

/// Returns all averages of speedupmeans.h over the correct evaluations with a usable speedup; n
/// counts among the correct. The ratio of total times uses those with both times. The geometric
/// mean of best speedups covers each task per method and run; its n counts among tasks with a
/// judged evaluation.
std::vector<FigureLine> averageTable(std::span<const MetricRow> rows, GroupBy groupBy);

/// Returns means of each evaluation's use of its device; `of` is parallel to `rows`.
std::vector<FigureLine> utilisationTable(std::span<const MetricRow> rows,
                                         std::span<const Utilisation> of, GroupBy groupBy);

/// Returns figures of equal work, over the same evaluations; `of` is parallel to `rows`:
/// - the geometric mean of the speedups at equal work,
/// - the geometric mean of the speedups from all times,
/// - the share of evaluations that lack a case of the baseline,
/// - the mean share of the baseline's time that is covered.
std::vector<FigureLine> equalWorkTable(std::span<const MetricRow> rows,
                                       std::span<const EqualWork> of, GroupBy groupBy);

} // namespace loupe
