// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/texttablemodel.h"

#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

void TextTableModel::setTable(Table table, const QStringList &help)
{
    Columns columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        columns.push_back({toQt(table.columns[i].title),
                           table.columns[i].rightAligned ? CellKind::Number : CellKind::Text,
                           [i](const std::vector<std::string> &row) { return lineText(row[i]); }});
        columns.back().help = help.value(static_cast<qsizetype>(i));
    }
    beginResetModel();
    m_table = std::move(table);
    setColumns(std::move(columns));
    endResetModel();
}

} // namespace loupe::ui
