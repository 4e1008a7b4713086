// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedpair.h"
#include "core/analysis/comparison/speedmeasure.h"

#include <span>
#include <vector>

namespace loupe {

/// Over the attempts judged in both runs: shares built, correct and fast (> 1), as differences;
/// fast is not there where a run has correct attempts and timed none of them; over those timed in
/// both: the geometric mean of the speedups, or of the times, as a ratio (the last one) that is
/// above 1 where the other run is faster. Intervals from resampling tasks with both runs together.
std::vector<ComparedFigure> comparedFigures(std::span<const ComparedPair> pairs,
                                            SpeedMeasure measure, const BootstrapOptions &options);

} // namespace loupe
