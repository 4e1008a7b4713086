// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sidematrixmodel.h"

#include "ui/models/transitionmodel.h"
#include "ui/text/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

SideMatrixModel::SideMatrixModel(QObject *parent) : QAbstractTableModel(parent) { }

void SideMatrixModel::setMatrix(TransitionMatrix matrix, const QString &first,
                                const QString &second)
{
    beginResetModel();
    m_matrix = std::move(matrix);
    m_first = first;
    m_second = second;
    endResetModel();
}

int SideMatrixModel::rowCount(const QModelIndex &parent) const
{
    const bool isEmpty = parent.isValid() || m_matrix.baseline.empty();
    return isEmpty ? 0 : static_cast<int>(m_matrix.baseline.size()) + 1;
}

int SideMatrixModel::columnCount(const QModelIndex &parent) const
{
    const bool isEmpty = parent.isValid() || m_matrix.baseline.empty();
    return isEmpty ? 0 : static_cast<int>(m_matrix.other.size()) + 2;
}

bool SideMatrixModel::isTotal(const QModelIndex &index) const
{
    return index.row() == rowCount() - 1 || index.column() == columnCount() - 1;
}

int SideMatrixModel::count(const QModelIndex &index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column()) - 1;
    const bool isLastRow = row == m_matrix.baseline.size();
    const bool isLastColumn = column == m_matrix.other.size();
    if (isLastRow && isLastColumn)
        return m_matrix.total;
    if (isLastRow)
        return m_matrix.otherTotals[column];
    return isLastColumn ? m_matrix.baselineTotals[row] : m_matrix.attempts[row][column];
}

std::optional<SideMatrixModel::Cell> SideMatrixModel::cellAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.column() == 0 || isTotal(index) || count(index) == 0)
        return std::nullopt;
    return Cell{m_matrix.baseline[static_cast<std::size_t>(index.row())],
                m_matrix.other[static_cast<std::size_t>(index.column()) - 1]};
}

QModelIndex SideMatrixModel::indexOf(const Cell &cell) const
{
    const auto row = std::ranges::find(m_matrix.baseline, cell.first);
    const auto column = std::ranges::find(m_matrix.other, cell.second);
    if (row == m_matrix.baseline.end() || column == m_matrix.other.end())
        return {};
    return index(static_cast<int>(row - m_matrix.baseline.begin()),
                 static_cast<int>(column - m_matrix.other.begin()) + 1);
}

SideMatrixModel::Ground SideMatrixModel::groundOf(const QModelIndex &index) const
{
    if (index.column() == 0)
        return Ground::None;
    if (isTotal(index))
        return Ground::Total;
    const auto cell = cellAt(index);
    if (!cell)
        return Ground::None;
    const bool isFirst = cell->first == Outcome::Correct;
    const bool isSecond = cell->second == Outcome::Correct;
    if (isFirst)
        return isSecond ? Ground::Both : Ground::First;
    return isSecond ? Ground::Second : Ground::Neither;
}

QString SideMatrixModel::sentence(const QModelIndex &index) const
{
    QString tasks = counted(count(index), tr("%1 task"), tr("%1 tasks"));
    if (isTotal(index))
        return tasks;
    return tr("%1: %2 with %3, %4 with %5")
        .arg(tasks, endingText(m_matrix.baseline[static_cast<std::size_t>(index.row())]), m_first,
             endingText(m_matrix.other[static_cast<std::size_t>(index.column()) - 1]), m_second);
}

QVariant SideMatrixModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == GroundRole)
        return static_cast<int>(groundOf(index));
    const bool isText
        = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    if (!isText)
        return {};
    if (index.column() == 0)
        return index.row() == rowCount() - 1
            ? tr("all")
            : endingText(m_matrix.baseline[static_cast<std::size_t>(index.row())]);
    if (role != Qt::DisplayRole)
        return sentence(index);
    return count(index) == 0 ? u"·"_s : countText(count(index));
}

QVariant SideMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == 0 ? Qt::AlignLeft : Qt::AlignHCenter)
                                | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section > 0 && section < columnCount() - 1)
        return tr("%1 with %2")
            .arg(endingText(m_matrix.other[static_cast<std::size_t>(section) - 1]), m_second);
    if (role != Qt::DisplayRole)
        return {};
    if (section == 0)
        return tr("A ↓   B →");
    if (section == columnCount() - 1)
        return tr("all");
    return endingText(m_matrix.other[static_cast<std::size_t>(section) - 1]).replace(u' ', u'\n');
}

} // namespace loupe::ui
