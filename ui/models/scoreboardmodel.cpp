// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/scoreboardmodel.h"

#include "ui/models/roles.h"
#include "ui/text/distinctnames.h"
#include "ui/text/words.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns the bar as a share of all tasks. The limits are scaled from the evaluated tasks.
QVariantList correctShare(const ScoreRow &row, const Scoreboard &board)
{
    const double judged = board.shareOfTasks(row.rates.judged);
    return {board.shareOfTasks(row.rates.correct), row.correct.low * judged,
            row.correct.high * judged};
}

/// Returns the counts by outcome, followed by the number of tasks without an attempt.
QVariantList outcomesOf(const ScoreRow &row, const Scoreboard &board)
{
    QVariantList out(row.outcomes.begin(), row.outcomes.end());
    return out << board.unmet(row);
}

bool isNumber(int column)
{
    return column == ScoreboardModel::TasksColumn || column == ScoreboardModel::TimedColumn;
}

QString outcomesText(const ScoreRow &row)
{
    QStringList out;
    for (std::size_t i = 0; i < cellOutcomes; ++i) {
        if (row.outcomes[i] > 0)
            out.append(u"%1 %2"_s.arg(countText(row.outcomes[i]),
                                      toQt(std::string(label(static_cast<CellOutcome>(i))))));
    }
    return out.join(u", "_s);
}

} // namespace

ScoreboardModel::ScoreboardModel(QObject *parent) : QAbstractTableModel(parent) { }

void ScoreboardModel::setBoard(Scoreboard board)
{
    beginResetModel();
    m_board = std::move(board);
    QStringList names;
    m_longestName.clear();
    for (const ScoreRow &row : m_board.rows) {
        names.append(toQt(row.name));
        if (const QString name = shortHashes(names.back()); name.size() > m_longestName.size())
            m_longestName = name;
    }
    m_shortNames = distinctNames(names);
    endResetModel();
}

bool ScoreboardModel::isLink(const QModelIndex &index) const
{
    const ScoreRow &row = m_board.rows[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case BuiltColumn:
        return row.rates.built > 0;
    case CorrectColumn:
        return row.rates.correct > 0;
    case FasterColumn:
        return row.rates.faster > 0;
    case MeanColumn:
    case TimedColumn:
        return row.rates.timed > 0;
    default:
        return row.rates.evaluations > 0;
    }
}

QString ScoreboardModel::text(const ScoreRow &row, int column) const
{
    const RateRow &rates = row.rates;
    switch (column) {
    case MethodColumn:
        return shortHashes(toQt(row.name));
    case TasksColumn:
        return tr("%1 of %2").arg(countText(rates.evaluations), countText(m_board.tasks));
    case BuiltColumn:
        return countText(rates.built);
    case CorrectColumn:
        return countText(rates.correct);
    case FasterColumn:
        return rates.timed == 0 ? u"–"_s : countText(rates.faster);
    case MeanColumn:
        return speedupText(rates.geometricMeanSpeedup);
    case TimedColumn:
        return tr("%1 of %2").arg(countText(rates.timed), countText(rates.correct));
    default:
        return outcomesText(row);
    }
}

QVariant ScoreboardModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ScoreRow &row = m_board.rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(row, column);
    case Qt::ToolTipRole:
        if (column == MethodColumn)
            return toQt(row.name);
        if (column == CorrectColumn)
            return tr("%1 of %2 judged; 95 %: %3 to %4")
                .arg(countText(row.rates.correct), countText(row.rates.judged),
                     shareText(row.correct.low), shareText(row.correct.high));
        if (column == MeanColumn && row.geometricMean)
            return tr("Geometric mean over %1 timed; 95 %: %2")
                .arg(countText(row.rates.timed),
                     intervalText(row.geometricMean->low, row.geometricMean->high));
        return text(row, column);
    case ShareRole:
        if (column == BuiltColumn)
            return QVariantList{m_board.shareOfTasks(row.rates.built)};
        if (column == CorrectColumn)
            return correctShare(row, m_board);
        if (column == FasterColumn && row.rates.timed > 0)
            return QVariantList{m_board.shareOfTasks(row.rates.faster)};
        return {};
    case RatioRole:
        if (column == MeanColumn && row.geometricMean)
            return QVariantList{row.geometricMean->estimate, row.geometricMean->low,
                                row.geometricMean->high};
        return {};
    case ShortNameRole:
        return column == MethodColumn ? QVariant(m_shortNames[index.row()]) : QVariant();
    case LongestNameRole:
        return column == MethodColumn ? QVariant(m_longestName) : QVariant();
    case OutcomesRole:
        if (column == OutcomesColumn)
            return outcomesOf(row, m_board);
        return {};
    case KindRole:
        return static_cast<int>(isNumber(column) ? CellKind::Number : CellKind::Text);
    default:
        return {};
    }
}

QVariant ScoreboardModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case MethodColumn:
        return tr("Method");
    case TasksColumn:
        return tr("Tasks");
    case BuiltColumn:
        return tr("Built");
    case CorrectColumn:
        return tr("Correct, 95 %");
    case FasterColumn:
        return tr("Faster");
    case MeanColumn:
        return tr("Geometric mean, 95 %   ⅛ – 1× – 8");
    case TimedColumn:
        return tr("Timed");
    default:
        return tr("Outcome of each task");
    }
}

} // namespace loupe::ui
