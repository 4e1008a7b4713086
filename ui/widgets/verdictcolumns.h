// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QTableView;

namespace loupe::ui {

class ResultTable;
class Theme;

/// Makes these columns wide enough for the longest word of a verdict, behind its shape.
void fitVerdicts(QTableView &table, const Theme &theme, std::initializer_list<int> columns);

/// Widths for a table of a ResultTableModel.
void fitResultColumns(ResultTable &table, const Theme &theme);

} // namespace loupe::ui
