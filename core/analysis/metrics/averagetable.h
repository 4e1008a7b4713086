// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/figuretable.h"
#include "core/analysis/metrics/speedupmeans.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/model/device/kernelprofile.h"

#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Share of its device's capability that a kernel used, 0 to 1. It exceeds 1 if caches or better
/// code beat the calibrated peak. Counts come from the task's formulas. Peaks are calibrated on the
/// device, because KernelBench-X's tables of peaks are not published.
struct Utilisation {
    std::optional<double> iou;  ///< bytes / time / bandwidth
    std::optional<double> mfu;  ///< operations / time / peak rate
    std::optional<double> best; ///< the larger of the known ones
};

/// Computes the utilisation; `measuredMs` is the time of one call. Values that the work record
/// lacks are nullopt.
Utilisation utilisation(const WorkRecord &work, double measuredMs);

/// Arithmetic means, each over the kernels with a known value: n used of all.
struct MeanUtilisation {
    Figure iou;
    Figure mfu;
    Figure best; ///< mean of max(IOU, MFU): one reading of KernelBench-X's undefined "Score"
};

MeanUtilisation meanUtilisation(std::span<const Utilisation> kernels);

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
