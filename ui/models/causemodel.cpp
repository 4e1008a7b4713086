// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/causemodel.h"

#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

CauseModel::CauseModel(QObject *parent) : QAbstractTableModel(parent) { }

void CauseModel::setRows(std::vector<Row> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void CauseModel::setReviewed(int row, std::int64_t reviewed)
{
    if (row < 0 || row >= rowCount())
        return;
    m_rows[static_cast<std::size_t>(row)].reviewed = reviewed;
    emit dataChanged(index(row, ReviewedColumn), index(row, ReviewedColumn));
}

int CauseModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CauseModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CauseModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == TitleColumn)
            return row.title;
        return countText(index.column() == CountColumn ? row.count : row.reviewed);
    case Qt::ToolTipRole:
        return tr("%1\n%2: %3 failures, %4 of them reviewed")
            .arg(row.title, row.detail, countText(row.count), countText(row.reviewed));
    case Qt::AccessibleTextRole:
        if (index.column() == TitleColumn)
            return tr("%1, %2").arg(row.detail, row.title);
        return data(index, Qt::DisplayRole);
    case VerdictRole:
        return index.column() == TitleColumn ? QVariant(static_cast<int>(row.verdict)) : QVariant();
    case KindRole:
        return static_cast<int>(index.column() == TitleColumn ? CellKind::Text : CellKind::Number);
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == TitleColumn ? Qt::AlignLeft : Qt::AlignRight)
                                | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant CauseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == TitleColumn ? Qt::AlignLeft : Qt::AlignRight)
                                | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TitleColumn:
        return tr("Cause");
    case ReviewedColumn:
        return tr("Reviewed");
    default:
        return tr("All");
    }
}

} // namespace loupe::ui
