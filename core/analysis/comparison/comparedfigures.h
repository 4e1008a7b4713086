// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedpair.h"
#include "core/analysis/comparison/speedmeasure.h"

#include <span>
#include <vector>

namespace loupe {

/// Compares figures over the same attempts, with intervals from resampling tasks of both runs
/// together. Over attempts judged in both runs, the shares built, correct and fast (> 1) are
/// compared as differences. The share fast is missing if a run has correct attempts but timed none.
/// The last figure is over attempts timed in both: the ratio of geometric mean speedups, or of
/// times. It is above 1 if the other run is faster.
std::vector<ComparedFigure> comparedFigures(std::span<const ComparedPair> pairs,
                                            SpeedMeasure measure, const BootstrapOptions &options);

} // namespace loupe
