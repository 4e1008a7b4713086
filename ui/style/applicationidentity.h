// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace loupe::ui {

/// Returns the application's id: the name of its menu entry and of its icon.
QString applicationId();

/// Tells Qt and the desktop which application this is: name, id of the menu entry, window icon.
/// Call it once, after QApplication exists.
void setApplicationIdentity();

} // namespace loupe::ui
