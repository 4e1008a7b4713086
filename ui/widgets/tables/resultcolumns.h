// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace loupe::ui {

class ResultTable;
class Theme;

/// Sets the column widths of a table with a ResultTableModel.
void fitResultColumns(ResultTable &table, const Theme &theme);

} // namespace loupe::ui
