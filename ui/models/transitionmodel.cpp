// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/transitionmodel.h"

#include "ui/models/roles.h"
#include "ui/text/words.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

QString endingText(const Ending &ending)
{
    return ending ? toQt(symbol(*ending)) + u' ' + toQt(label(*ending))
                  : TransitionModel::tr("missing");
}

TransitionModel::TransitionModel(QObject *parent) : QAbstractTableModel(parent) { }

void TransitionModel::setMatrix(TransitionMatrix matrix)
{
    beginResetModel();
    m_matrix = std::move(matrix);
    endResetModel();
}

int TransitionModel::attemptsAt(const QModelIndex &index) const
{
    return m_matrix.attempts[static_cast<std::size_t>(index.row())]
                            [static_cast<std::size_t>(index.column()) - 1];
}

std::optional<TransitionModel::Cell> TransitionModel::cellAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.column() == 0 || attemptsAt(index) == 0)
        return std::nullopt;
    return Cell{m_matrix.baseline[static_cast<std::size_t>(index.row())],
                m_matrix.other[static_cast<std::size_t>(index.column()) - 1]};
}

int TransitionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.baseline.size());
}

int TransitionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.other.size()) + 1;
}

QVariant TransitionModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QString before = endingText(m_matrix.baseline[static_cast<std::size_t>(index.row())]);
    if (index.column() == 0) {
        const bool isText = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
        return isText ? QVariant(before) : QVariant();
    }
    const int attempts = attemptsAt(index);
    switch (role) {
    case Qt::DisplayRole:
        return attempts == 0 ? u"·"_s : countText(attempts);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("%1: %2 in the baseline, %3 in the other run")
            .arg(counted(attempts, tr("%1 attempt"), tr("%1 attempts")), before,
                 endingText(m_matrix.other[static_cast<std::size_t>(index.column()) - 1]));
    case KindRole:
        return static_cast<int>(CellKind::Number);
    default:
        return {};
    }
}

QVariant TransitionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Baseline ↓   Other →")
                        : endingText(m_matrix.other[static_cast<std::size_t>(section) - 1]);
}

} // namespace loupe::ui
