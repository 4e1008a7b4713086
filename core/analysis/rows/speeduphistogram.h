// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/base/ids.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Shared log2 bins. The first holds everything up to and including 2^minLog2, the last everything
/// from 2^maxLog2. Those between have equal widths and include their lower edge, except 2^minLog2,
/// which belongs to the first.
struct HistogramAxis {
    int minLog2 = -3;
    int maxLog2 = 3;
    int binsPerOctave = 2;

    int bins() const { return (maxLog2 - minLog2) * binsPerOctave + 2; }
    bool isOpen(int bin) const { return bin == 0 || bin == bins() - 1; }
    /// Returns log2 of a bin's lower edge, which is the upper edge of the bin before. Not for the
    /// first bin.
    double edgeLog2(int bin) const
    {
        return minLog2 + static_cast<double>(bin - 1) / binsPerOctave;
    }
    /// Returns the bin of a positive, finite number.
    std::size_t binOf(double speedup) const;

    bool operator==(const HistogramAxis &) const = default;
};

/// `counts` and `unmeasured` add up to `correct`.
struct SpeedupHistogram {
    std::vector<int> counts; ///< correct and timed, per bin
    int n = 0;               ///< all rows of the group
    int correct = 0;
    int unmeasured = 0;         ///< correct but without a speedup
    double geometricMean = 0.0; ///< over the timed correct; 0 if there are none
    double least = 0.0;         ///< over the timed correct; 0 if there are none
    double most = 0.0;
    std::vector<std::vector<RowId>> members; ///< row ids per bin
};

/// Returns the histogram of the rows at `places`. A speedup that is not positive and finite counts
/// as unmeasured.
SpeedupHistogram speedupHistogram(std::span<const MetricRow> rows,
                                  std::span<const std::uint32_t> places,
                                  const HistogramAxis &axis = {});

} // namespace loupe
