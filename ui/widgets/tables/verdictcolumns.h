// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QTableView;

namespace loupe::ui {

class ResultTable;
class Theme;

/// Makes these columns wide enough for the longest verdict with its shape.
void fitVerdicts(QTableView &table, const Theme &theme, std::initializer_list<int> columns);

/// Sets the column widths of a table with a ResultTableModel.
void fitResultColumns(ResultTable &table, const Theme &theme);

} // namespace loupe::ui
