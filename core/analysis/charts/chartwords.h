// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// How charts write numbers, and the axes that several of them share.

std::string chartShare(double share);          ///< "43.2 %" of a share from 0 to 1
std::string chartSpeedup(double speedup);      ///< "1.42×"
std::string chartNumber(double value);         ///< three digits with k, M, G, T: "12.5 k"
std::string chartCountOf(int used, int total); ///< "65 of 600"
std::string octaveText(int log2);              ///< "⅛", "1×", "4", "1/16" of a power of two

/// 1, 2 or 5 times a power of ten, so that at most `steps` of them reach `most`.
double roundStep(double most, int steps);
/// Speedup on a log2 axis from 2^minLog2 to 2^maxLog2: ⅛ ¼ ½ 1× 2 4 8 with 1 as its reference.
/// Beyond six octaves not every octave has a tick.
ChartAxis speedupAxis(std::string title, double minLog2, double maxLog2);
/// 0 to 100 %.
ChartAxis shareAxis(std::string title);
/// Round steps of percent from 0 to a little above the share `most`.
ChartAxis percentAxis(std::string title, double most);
/// Round steps from 0 to a little above `most`.
ChartAxis countAxis(std::string title, double most);
/// Whole decades around what is shown; both must be positive.
ChartAxis decadeAxis(std::string title, double least, double most);
/// Names at 0, 1, 2 …
ChartAxis categoryAxis(std::string title, const std::vector<std::string> &names);

/// The hue of a series; those beyond the last begin anew.
ChartTone seriesTone(std::size_t series);
ChartTone outcomeTone(Outcome outcome);

} // namespace loupe
