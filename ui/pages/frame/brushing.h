// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QString>

#include <vector>

namespace loupe::ui {

class Selection;

/// Selects the results picked in a chart, with a description; no results clear the selection.
void selectBrushed(Selection &selection, const std::vector<RowId> &ids, const QString &text);

} // namespace loupe::ui
