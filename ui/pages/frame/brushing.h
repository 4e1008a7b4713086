// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QString>

#include <vector>

namespace loupe::ui {

class Selection;

/// What a brush over a chart picked becomes the selection, in words; nothing picked clears it.
void selectBrushed(Selection &selection, const std::vector<RowId> &ids, const QString &text);

} // namespace loupe::ui
