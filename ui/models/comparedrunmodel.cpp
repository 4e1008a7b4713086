// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparedrunmodel.h"

#include "core/report/tables/comparisontables.h"
#include "ui/text/words.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

namespace {

bool isCountOfRun(int column)
{
    return column == ComparedRunModel::FixedColumn || column == ComparedRunModel::BrokenColumn;
}

/// The change of the geometric mean; it is the last figure, where anything was timed in both runs.
QString speedChange(const RunComparison &comparison)
{
    if (comparison.figures.empty() || !comparison.figures.back().isRatio)
        return ComparedRunModel::tr("not timed");
    return toQt(changeText(comparison.figures.back()));
}

} // namespace

ComparedRunModel::ComparedRunModel(QObject *parent) : QAbstractTableModel(parent) { }

void ComparedRunModel::setRuns(std::vector<std::string> runs)
{
    beginResetModel();
    m_runs = std::move(runs);
    endResetModel();
}

void ComparedRunModel::setComparison(std::shared_ptr<const StoreComparison> comparison)
{
    m_comparison = std::move(comparison);
    if (!m_runs.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ComparedRunModel::rowOf(const std::string &run) const
{
    const auto found = std::ranges::find(m_runs, run);
    return found == m_runs.end() ? -1 : static_cast<int>(found - m_runs.begin());
}

const Result<RunComparison> *ComparedRunModel::resultAt(int row) const
{
    if (!m_comparison || row < 0 || row >= rowCount())
        return nullptr;
    const auto &names = m_comparison->names;
    const auto found
        = std::find(names.begin() + 1, names.end(), m_runs[static_cast<std::size_t>(row)]);
    if (found == names.end())
        return nullptr;
    return &m_comparison->comparisons[static_cast<std::size_t>(found - names.begin()) - 1];
}

int ComparedRunModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int ComparedRunModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ComparedRunModel::textOf(int row, int column) const
{
    if (column == NameColumn)
        return lineText(m_runs[static_cast<std::size_t>(row)]);
    const Result<RunComparison> *result = resultAt(row);
    if (!result)
        return {};
    if (!*result)
        return column == VerdictColumn ? tr("refused") : QString();
    const RunComparison &comparison = **result;
    switch (column) {
    case FixedColumn:
        return countText(comparison.count(PairState::Fixed));
    case BrokenColumn:
        return countText(comparison.count(PairState::Broken));
    case SpeedColumn:
        return speedChange(comparison);
    default:
        return toQt(name(comparison.verdict));
    }
}

QVariant ComparedRunModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return textOf(index.row(), index.column());
    case Qt::ToolTipRole: {
        const Result<RunComparison> *result = resultAt(index.row());
        return result && !*result ? errorText(result->error())
                                  : textOf(index.row(), index.column());
    }
    case KindRole:
        return static_cast<int>(isCountOfRun(index.column()) ? CellKind::Number : CellKind::Text);
    default:
        return {};
    }
}

QVariant ComparedRunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isCountOfRun(section) ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Compared run");
    case FixedColumn:
        return tr("Newly correct");
    case BrokenColumn:
        return tr("Regressed");
    case SpeedColumn:
        return tr("Geometric mean");
    default:
        return tr("Speed");
    }
}

} // namespace loupe::ui
