// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/placedmark.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace loupe::ui {

enum class CursorStep { Left, Right, Up, Down, First, Last };

/// Returns the mark that an arrow key selects after `from`. Keys move along a line or row of bars,
/// by position between lines, cells and dots, and at an edge into the next panel. Returns nullopt
/// if there is none; without `from`, the chart's first mark.
std::optional<std::size_t> steppedMark(const std::vector<PlacedMark> &marks,
                                       std::optional<std::size_t> from, CursorStep step);

} // namespace loupe::ui
