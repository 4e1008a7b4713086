// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/successmetrics.h"
#include "core/model/device/kernelprofile.h"

#include <optional>
#include <span>

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

} // namespace loupe
