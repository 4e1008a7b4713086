// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tables/verdictcolumns.h"

#include "ui/models/resulttablemodel.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/tables/resulttable.h"

#include <QFontMetrics>

#include <algorithm>

namespace loupe::ui {

void fitVerdicts(QTableView &table, const Theme &theme, std::initializer_list<int> columns)
{
    const QFontMetrics metrics(theme.uiFont());
    int longest = 0;
    for (const VerdictFacts &each : allVerdicts())
        longest = std::max(longest, metrics.horizontalAdvance(label(each.verdict)));
    constexpr int shapeAndMargins = 5; // units painted by the delegate, and one spare
    for (const int column : columns)
        table.setColumnWidth(
            column, std::max(table.columnWidth(column), longest + shapeAndMargins * theme.unit()));
}

void fitResultColumns(ResultTable &table, const Theme &theme)
{
    table.setColumnCharacters({27, 12, 15, 6, 6, 17, 17, 8, 11, 24, 11, 10, 20, 20, 40});
    fitVerdicts(table, theme, {ResultTableModel::VerdictColumn, ResultTableModel::StrictColumn});
}

} // namespace loupe::ui
