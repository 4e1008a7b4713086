// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <optional>

namespace loupe::ui {

/// How well `text` answers what was typed: all its characters must come in `text` in their order,
/// whatever their case; blanks are passed over. Beginnings of words and neighbours count more, so
/// that "gtri" finds "Go: Triage". Greater is better; nullopt where it is no answer.
std::optional<int> fuzzyScore(QStringView typed, QStringView text);

} // namespace loupe::ui
