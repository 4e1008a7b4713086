// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

/// Returns `json` with line breaks and indentation. All tokens stay unchanged, so that a record is
/// shown verbatim.
QString indentedJson(const QString &json);

} // namespace loupe::ui
