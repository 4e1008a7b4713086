// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/categorymodel.h"

#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

CategoryModel::Definition CategoryModel::columnOf(std::size_t column) const
{
    const TableColumn &told = m_table.columns[column];
    Definition out(toQt(told.title), told.rightAligned ? CellKind::Number : CellKind::Text,
                   [this, column](std::size_t row) { return lineText(m_table.rows[row][column]); });
    if (column < static_cast<std::size_t>(firstMethod))
        return out;
    const std::size_t method = column - static_cast<std::size_t>(firstMethod);
    out.help = m_methods.value(static_cast<qsizetype>(method));
    if (m_methods.size() == 1) // A bar tells more than a tint, and there is room for it.
        out.answers[ShareRole] = [this](std::size_t row) {
            const SolvedShare solved = solvedShare(m_rows[row], 0);
            return QVariantList{solved.share, solved.limits.low, solved.limits.high};
        };
    else
        out.answers[TintRole] = [this, method](std::size_t row) {
            return shareStep(m_rows[row].correct[method], m_rows[row].tasks);
        };
    out.answers[Qt::ToolTipRole] = [this, method](std::size_t row) {
        return counted(m_rows[row].tasks, tr("%2 of %1 task solved, %3 judged"),
                       tr("%2 of %1 tasks solved, %3 judged"))
            .arg(countText(m_rows[row].correct[method]), countText(m_rows[row].judged[method]));
    };
    return out;
}

void CategoryModel::setRows(std::vector<CategoryRow> rows, Table table, QStringList methods)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_table = std::move(table);
    m_methods = std::move(methods);
    Columns columns;
    columns.reserve(m_table.columns.size());
    for (std::size_t i = 0; i < m_table.columns.size(); ++i)
        columns.push_back(columnOf(i));
    setColumns(std::move(columns));
    endResetModel();
}

} // namespace loupe::ui
