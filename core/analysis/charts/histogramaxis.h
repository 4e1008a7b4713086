// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/speeduphistogram.h"
#include "core/model/chart.h"

#include <string>

namespace loupe {

// Bins of a histogram on a log2 axis. The open ones stand a little apart from the others, so that
// nobody takes them for as wide as they are drawn.

/// Ticks at whole octaves; those of the open bins, "≤⅛" and "≥8", are never left out.
ChartAxis histogramAxis(std::string title, const HistogramAxis &axis);
/// Sets from, to and isOpen.
void placeInBin(ChartBar &bar, int bin, const HistogramAxis &axis);
/// Whether nothing in it is slower than 1×.
bool isFasterBin(int bin, const HistogramAxis &axis);
/// "1.00× to 1.41×"; "≤⅛×, an open bin: everything below".
std::string binText(int bin, const HistogramAxis &axis);
/// "The outer bins, ≤⅛ and ≥8, are open: they hold everything beyond."
std::string openBinsText(const HistogramAxis &axis);

} // namespace loupe
