// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace loupe::ui {

struct LogPlace {
    int line = 0;   ///< 1-based
    int column = 0; ///< 1-based; 0: not said
};

/// The place in the candidate that a line of a log names: "candidate.cpp:3:7", "candidate.cu(3)",
/// "File "/x/candidate.py", line 3". `fileName` is what the candidate is called besides
/// "candidate"; other files are of no interest.
std::optional<LogPlace> placeInLog(const QString &logLine, const QString &fileName);

} // namespace loupe::ui
