// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe {
struct RunLoad;
}

namespace loupe::ui {

/// Returns "Bound by builds · 5 building · 2 wait for memory · device 41 %, timing 3 % of the last
/// 10 s".
QString loadText(const RunLoad &load);
/// Returns the text for an ended run: "Bound by builds · device 37 %, timing 2 % of the time".
QString endedLoadText(const RunLoad &load);

} // namespace loupe::ui
