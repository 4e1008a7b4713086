// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/base/ids.h"
#include "core/model/metricrow.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Shared log2 bins. Bin i covers [2^(minLog2 + i/binsPerOctave), next); the first and last bins
/// are open-ended and take what lies beyond.
struct HistogramAxis {
    int minLog2 = -3;
    int maxLog2 = 3;
    int binsPerOctave = 2;

    int bins() const { return (maxLog2 - minLog2) * binsPerOctave; }
};

/// counts + failed + unmeasured + uncounted always add up to n.
struct SpeedupHistogram {
    std::string group;
    std::vector<int> counts; ///< correct and timed, per bin
    int n = 0;               ///< all rows of the group
    int correct = 0;
    int failed = 0;                          ///< outcomes that are failures
    int unmeasured = 0;                      ///< correct but without a speedup
    int uncounted = 0;                       ///< unknown, skipped, infra error: neither
    double geometricMean = 0.0;              ///< over the timed correct; 0 when there are none
    std::vector<std::vector<RowId>> members; ///< row ids per bin
    std::vector<RowId> failedMembers;
    std::vector<RowId> unmeasuredMembers;
    std::vector<RowId> uncountedMembers;
};

/// The histogram of the rows at `places`.
SpeedupHistogram speedupHistogram(std::span<const MetricRow> rows,
                                  std::span<const std::uint32_t> places, std::string group,
                                  const HistogramAxis &axis = {});

/// One histogram per group, largest group first, ties by name. A speedup that is not positive and
/// finite counts as unmeasured.
std::vector<SpeedupHistogram> speedupHistograms(std::span<const MetricRow> rows, GroupBy groupBy,
                                                const HistogramAxis &axis = {});

} // namespace loupe
