// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tables/verdictcolumns.h"

#include "ui/models/resulttablemodel.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/tables/fittedcolumns.h"
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
    // At 1280 pixels, the columns up to the speedup fit beside the facets.
    (new FittedColumns(table, theme, ResultTableModel::MessageColumn))
        ->set({{26, 0}, {13, 0}, {18, 0}});
}

} // namespace loupe::ui
