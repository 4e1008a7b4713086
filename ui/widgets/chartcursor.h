// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/placedmark.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace loupe::ui {

enum class CursorStep { Left, Right, Up, Down, First, Last };

/// The mark that an arrow key leads to from `from`: along a line or a row of bars, between lines,
/// cells and dots by where they stand, at an edge into the next panel. nullopt where there is none;
/// without `from` the first mark of the chart.
std::optional<std::size_t> steppedMark(const std::vector<PlacedMark> &marks,
                                       std::optional<std::size_t> from, CursorStep step);

} // namespace loupe::ui
