// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/texttablemodel.h"

#include "ui/models/roles.h"
#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

TextTableModel::TextTableModel(QObject *parent) : QAbstractTableModel(parent) { }

void TextTableModel::setTable(Table table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int TextTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int TextTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant TextTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto column = static_cast<std::size_t>(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return lineText(m_table.rows[static_cast<std::size_t>(index.row())][column]);
    case KindRole:
        return static_cast<int>(m_table.columns[column].rightAligned ? CellKind::Number
                                                                     : CellKind::Text);
    default:
        return {};
    }
}

QVariant TextTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableColumn &column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((column.rightAligned ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(toQt(column.title)) : QVariant();
}

} // namespace loupe::ui
