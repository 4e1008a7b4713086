// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"
#include "core/model/saved/chart.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// Number formats of charts, and axes that several charts share.

std::string chartShare(double share); ///< "43.2 %" of a share from 0 to 1
/// Returns " [40.1 %, 46.0 %]", or an empty string without limits.
std::string chartInterval(std::optional<double> low, std::optional<double> high);
std::string chartSpeedup(double speedup);      ///< "1.42×"
std::string chartNumber(double value);         ///< three digits with k, M, G, T: "12.5 k"
std::string chartCountOf(int used, int total); ///< "65 of 600"
std::string octaveText(int log2);              ///< "⅛", "1×", "4", "1/16" of a power of two

/// Returns 1, 2 or 5 times a power of ten, so that at most `steps` steps reach `most`.
double roundStep(double most, int steps);
/// Returns a log2 speedup axis from 2^minLog2 to 2^maxLog2: ⅛ ¼ ½ 1× 2 4 8, with 1 as its
/// reference. Beyond six octaves, some octaves have no tick.
ChartAxis speedupAxis(std::string title, double minLog2, double maxLog2);
/// Returns an axis from 0 to 100 %.
ChartAxis shareAxis(std::string title);
/// Returns an axis with round percentages from 0 to slightly above the share `most`.
ChartAxis percentAxis(std::string title, double most);
/// Returns an axis with round numbers from 0 to slightly above `most`.
ChartAxis countAxis(std::string title, double most);
/// Returns an axis of whole decades that cover the range; both ends must be positive.
ChartAxis decadeAxis(std::string title, double least, double most);
/// Returns an axis with names at 0, 1, 2 …
ChartAxis categoryAxis(std::string title, const std::vector<std::string> &names);

/// Returns the hue of a series; hues repeat after the last.
ChartTone seriesTone(std::size_t series);
ChartTone outcomeTone(Outcome outcome);

/// Returns a linear axis with a tick for each round, or fewer if there are many.
ChartAxis roundAxis(const std::vector<int> &rounds);

/// Returns an axis for the speedups of a panel's lines and dots, including bands; it covers at
/// least 1/2 to 2.
ChartAxis roundSpeedupAxis(const ChartPanel &panel);

} // namespace loupe
