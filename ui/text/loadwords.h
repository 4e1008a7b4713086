// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe {
struct RunLoad;
}

namespace loupe::ui {

/// "Bound by builds · 5 building · 2 wait for memory · device 41 %, timing 3 % of the last 10 s".
QString loadText(const RunLoad &load);
/// Of a run that has ended: "Bound by builds · device 37 %, timing 2 % of the time".
QString endedLoadText(const RunLoad &load);

} // namespace loupe::ui
