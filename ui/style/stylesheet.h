// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

class Theme;

/// Returns the application's style sheet in the theme's colours and grid. Widgets select a look by
/// the dynamic properties `tone` ("dim", "error", "heading") and `look` ("panel", "primary",
/// "link", "nav", "chip").
QString styleSheet(const Theme &theme);

} // namespace loupe::ui
