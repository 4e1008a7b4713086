// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

/// `json` with line breaks and indentation, its tokens as they were: a reader's view of a record
/// that keeps every character between the blanks.
QString indentedJson(const QString &json);

} // namespace loupe::ui
