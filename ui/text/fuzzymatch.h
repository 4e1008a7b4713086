// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <optional>

namespace loupe::ui {

/// Scores how well `text` matches what was typed. All characters must occur in order, ignoring case
/// and blanks. Word starts and adjacent characters score higher, so that "gtri" finds "Go: Triage".
/// Higher is better; nullopt if there is no match.
std::optional<int> fuzzyScore(QStringView typed, QStringView text);

} // namespace loupe::ui
