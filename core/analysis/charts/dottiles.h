// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace loupe {

/// Maximum number of dots that a reader can distinguish and a painter can draw quickly.
inline constexpr std::size_t maxDots = 5000;

/// Merges dots into square tiles of the panel if there are more than maxDots. Each tile becomes
/// one dot in its middle, with the sum of the weights, all members and a text from `text`. Flagged
/// dots stay unmerged, and tones are not mixed. Axes must be set.
bool gatherDots(ChartPanel &panel, const std::function<std::string(std::size_t count)> &text);

} // namespace loupe
