// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/record/sourcefiles.h"

#include <QString>

#include <optional>
#include <vector>

namespace loupe::ui {

struct LogPlace {
    int line = 0;   ///< 1-based
    int column = 0; ///< 1-based; 0: unknown
};

/// Finds a position in the candidate in a line of a log: "candidate.cpp:3:7", "candidate.cu(3)",
/// "File "/x/candidate.py", line 3". `fileName` is another name of the candidate's file; other
/// files are ignored.
std::optional<LogPlace> placeInLog(const QString &logLine, const QString &fileName);
/// Finds a position in one of the files of a candidate, as a line of their joined text.
std::optional<LogPlace> placeInLog(const QString &logLine, const std::vector<SourceFile> &files);

} // namespace loupe::ui
