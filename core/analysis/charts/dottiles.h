// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace loupe {

/// Dots that a person can still tell apart, and that a painter draws at once.
inline constexpr std::size_t mostDots = 5000;

/// Gathers dots into square tiles of the panel, where there are more than mostDots: one dot in the
/// middle of each tile, its weight what it stands for, its members together, its text from `text`.
/// Flagged dots stay as they are, and tones are kept apart. Axes must be set.
bool gatherDots(ChartPanel &panel, const std::function<std::string(std::size_t count)> &text);

} // namespace loupe
