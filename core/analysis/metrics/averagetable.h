// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/figuretable.h"
#include "core/analysis/metrics/speedupmeans.h"
#include "core/analysis/metrics/utilisation.h"

#include <span>
#include <vector>

namespace loupe {

// Averages over the evaluations of each group, then of all. None has an interval.

/// Every average of speedupmeans.h over the correct evaluations with a usable speedup, n of the
/// correct; the ratio of total times over those with both times; the geometric mean of the best
/// speedup of each task, as some method met it in some run, n of those with a judged evaluation.
std::vector<FigureLine> averageTable(std::span<const MetricRow> rows, GroupBy groupBy);

/// Means of what each evaluation used of its device; `of` goes with the same rows.
std::vector<FigureLine> utilisationTable(std::span<const MetricRow> rows,
                                         std::span<const Utilisation> of, GroupBy groupBy);

/// Geometric means of the speedups at equal work and of those that a division of all times would
/// claim, over the same evaluations, the share of them that dropped a case of the baseline's, and
/// the mean share of the baseline's time that is covered; `of` goes with the same rows.
std::vector<FigureLine> equalWorkTable(std::span<const MetricRow> rows,
                                       std::span<const EqualWork> of, GroupBy groupBy);

} // namespace loupe
