// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"

#include <cstddef>
#include <string>

namespace loupe {

/// Returns at most `count` panels of a chart from `first` on, with title, definition and legend
/// unchanged.
Chart chartPage(const Chart &chart, std::size_t first, std::size_t count);

/// Describes the panels after those shown: "10 smaller categories, n 33". If none follow, describes
/// those before: "15 larger categories, n 217". Returns an empty string if all are shown.
std::string restText(const Chart &chart, std::size_t first, std::size_t count);

} // namespace loupe
