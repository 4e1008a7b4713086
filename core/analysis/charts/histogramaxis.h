// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/speeduphistogram.h"
#include "core/model/saved/chart.h"

#include <string>

namespace loupe {

// Bins of a histogram on a log2 axis. A gap separates the open bins from the others, because their
// drawn width is not to scale.

/// Returns an axis with ticks at whole octaves; the ticks of the open bins, "≤⅛" and "≥8", are
/// always present.
ChartAxis histogramAxis(std::string title, const HistogramAxis &axis);
/// Sets the bar's ends, and whether its bin is open.
void placeInBin(ChartBar &bar, int bin, const HistogramAxis &axis);
/// Returns true if nothing in the bin is slower than 1×.
bool isFasterBin(int bin, const HistogramAxis &axis);
/// Returns "1.00× to 1.41×", or "≤⅛× and below" for an open bin.
std::string binText(int bin, const HistogramAxis &axis);
/// Returns "The outer bins, ≤⅛ and ≥8, hold all values beyond. "
std::string openBinsText(const HistogramAxis &axis);

} // namespace loupe
