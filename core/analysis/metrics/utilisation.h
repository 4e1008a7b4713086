// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/successmetrics.h"
#include "core/model/kernelprofile.h"

#include <optional>
#include <span>

namespace loupe {

/// How much of what its device can do a kernel used, 0 to 1 (above 1 where caches or better code
/// than the calibration's beat the measured peak). Counts are the task's formulas; peaks are
/// calibrated on the device, where KernelBench-X's tables of peaks are not
/// published.
struct Utilisation {
    std::optional<double> iou;  ///< bytes / time / bandwidth
    std::optional<double> mfu;  ///< operations / time / peak rate
    std::optional<double> best; ///< the larger of those that are known
};

/// `measuredMs` is one call. What a work record does not say is missing.
Utilisation utilisation(const WorkRecord &work, double measuredMs);

/// Arithmetic means, each over the kernels where it is known: n used of all.
struct MeanUtilisation {
    Figure iou;
    Figure mfu;
    Figure best; ///< mean of max(IOU, MFU): one reading of KernelBench-X's undefined "Score"
};

MeanUtilisation meanUtilisation(std::span<const Utilisation> kernels);

} // namespace loupe
