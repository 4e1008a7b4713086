// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"

class QStandardItem;
class QString;

namespace loupe::ui {

/// Creates a read-only cell of a small table, with its text as tooltip. The caller owns it.
QStandardItem *cell(const QString &text, CellKind kind = CellKind::Text);

} // namespace loupe::ui
