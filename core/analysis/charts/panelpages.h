// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"

#include <cstddef>
#include <string>

namespace loupe {

/// The panels of a chart from `first` on, `count` at most, with title, definition and legend as
/// they are.
Chart chartPage(const Chart &chart, std::size_t first, std::size_t count);

/// What follows those panels: "10 smaller categories, n 33"; what goes before where nothing
/// follows: "15 larger categories, n 217"; empty where they are all.
std::string restText(const Chart &chart, std::size_t first, std::size_t count);

} // namespace loupe
