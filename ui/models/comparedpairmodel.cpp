// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparedpairmodel.h"

#include "ui/text/words.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

bool isVerdictColumn(int column)
{
    return column == ComparedPairModel::BaselineVerdictColumn
        || column == ComparedPairModel::OtherVerdictColumn;
}

bool isPairNumber(int column)
{
    return column == ComparedPairModel::SampleColumn
        || (column >= ComparedPairModel::BaselineSpeedupColumn
            && column != ComparedPairModel::SpeedColumn);
}

/// The row of the side that a column is about; null where it is missing or of both.
const MetricRow *sideOf(const ComparedPair &pair, int column)
{
    switch (column) {
    case ComparedPairModel::BaselineVerdictColumn:
    case ComparedPairModel::BaselineSpeedupColumn:
    case ComparedPairModel::BaselineIntervalColumn:
        return pair.baseline;
    case ComparedPairModel::OtherVerdictColumn:
    case ComparedPairModel::OtherSpeedupColumn:
    case ComparedPairModel::OtherIntervalColumn:
        return pair.other;
    default:
        return nullptr;
    }
}

std::optional<double> numberOf(const ComparedPair &pair, int column)
{
    if (column == ComparedPairModel::SampleColumn)
        return pair.sample;
    if (column == ComparedPairModel::RatioColumn
        || column == ComparedPairModel::RatioIntervalColumn)
        return pair.ratio;
    const MetricRow *row = sideOf(pair, column);
    return row ? row->speedup : std::nullopt;
}

/// "newly correct", "missing in the baseline": what became of an attempt.
QString pairStateText(const ComparedPair &pair)
{
    QString text;
    switch (pair.state) {
    case PairState::BothCorrect:
        text = ComparedPairModel::tr("both correct");
        break;
    case PairState::Fixed:
        text = ComparedPairModel::tr("newly correct");
        break;
    case PairState::Broken:
        text = ComparedPairModel::tr("regressed");
        break;
    case PairState::BothFailed:
        text = ComparedPairModel::tr("both failed");
        break;
    case PairState::NotJudged:
        text = ComparedPairModel::tr("not judged in both");
        break;
    case PairState::OnlyBaseline:
        text = ComparedPairModel::tr("missing in the other run");
        break;
    case PairState::OnlyOther:
        text = ComparedPairModel::tr("missing in the baseline");
        break;
    }
    return pair.isChangedTask ? ComparedPairModel::tr("%1, another task").arg(text) : text;
}

} // namespace

ComparedPairModel::ComparedPairModel(QObject *parent) : QAbstractTableModel(parent) { }

void ComparedPairModel::setComparison(std::shared_ptr<const RunComparison> comparison,
                                      std::shared_ptr<const Intervals> intervals)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_intervals = std::move(intervals);
    pick();
    endResetModel();
}

void ComparedPairModel::setCondition(Condition condition)
{
    beginResetModel();
    m_condition = std::move(condition);
    pick();
    endResetModel();
}

void ComparedPairModel::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    pick();
    endResetModel();
}

void ComparedPairModel::pick()
{
    m_rows.clear();
    if (!m_comparison)
        return;
    for (const ComparedPair &pair : m_comparison->pairs) {
        if (!m_condition || m_condition(pair))
            m_rows.push_back(&pair);
    }
    if (m_sortColumn < 0)
        return;
    const bool isDown = m_sortOrder == Qt::DescendingOrder;
    std::ranges::stable_sort(m_rows, [&](const ComparedPair *a, const ComparedPair *b) {
        if (!isPairNumber(m_sortColumn)) {
            const QString x = textOf(*a, m_sortColumn);
            const QString y = textOf(*b, m_sortColumn);
            return isDown ? y < x : x < y;
        }
        const auto x = numberOf(*a, m_sortColumn);
        const auto y = numberOf(*b, m_sortColumn);
        if (!x || !y)
            return x.has_value() && !y;
        return isDown ? *y < *x : *x < *y;
    });
}

std::vector<RowId> ComparedPairModel::ids() const
{
    std::vector<RowId> out;
    for (const ComparedPair *pair : m_rows) {
        for (const MetricRow *row : {pair->baseline, pair->other}) {
            if (row)
                out.push_back(row->id);
        }
    }
    return out;
}

int ComparedPairModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ComparedPairModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ComparedPairModel::intervalOf(const MetricRow *row) const
{
    if (!row || !m_intervals)
        return intervalText({}, {});
    const auto found = m_intervals->find(row->id.value);
    return found == m_intervals->end() ? intervalText({}, {})
                                       : intervalText(found->second.low, found->second.high);
}

QString ComparedPairModel::textOf(const ComparedPair &pair, int column) const
{
    const MetricRow *side = sideOf(pair, column);
    switch (column) {
    case TaskColumn:
        return lineText(pair.task.text());
    case MethodColumn:
        return lineText(pair.method.text());
    case SampleColumn:
        return countText(pair.sample);
    case ChangeColumn:
        return pairStateText(pair);
    case BaselineVerdictColumn:
    case OtherVerdictColumn:
        return side ? label(side->verdict) : tr("missing");
    case BaselineSpeedupColumn:
    case OtherSpeedupColumn:
        return speedupText(side ? side->speedup : std::nullopt);
    case BaselineIntervalColumn:
    case OtherIntervalColumn:
        return intervalOf(side);
    case RatioColumn:
        return speedupText(pair.ratio);
    case RatioIntervalColumn:
        return intervalText(pair.ratioLow, pair.ratioHigh);
    case SpeedColumn:
        return toQt(name(pair.verdict));
    default:
        return {};
    }
}

QVariant ComparedPairModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ComparedPair &pair = pairAt(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return textOf(pair, column);
    case Qt::ToolTipRole:
        return tr("%1 / %2: %3")
            .arg(lineText(pair.suite.text()), lineText(pair.task.text()), textOf(pair, column));
    case VerdictRole: {
        const MetricRow *side = isVerdictColumn(column) ? sideOf(pair, column) : nullptr;
        return side ? QVariant(static_cast<int>(side->verdict)) : QVariant();
    }
    case KindRole: {
        const bool isMissing = isVerdictColumn(column) && !sideOf(pair, column);
        if (isMissing || (column == SpeedColumn && pair.verdict == PairVerdict::NotTimed))
            return static_cast<int>(CellKind::Dim);
        return static_cast<int>(isPairNumber(column) ? CellKind::Number : CellKind::Text);
    }
    default:
        return {};
    }
}

QString ComparedPairModel::runOf(int column) const
{
    if (!m_comparison)
        return {};
    switch (column) {
    case BaselineVerdictColumn:
    case BaselineSpeedupColumn:
    case BaselineIntervalColumn:
        return lineText(m_comparison->baseline.text());
    case OtherVerdictColumn:
    case OtherSpeedupColumn:
    case OtherIntervalColumn:
        return lineText(m_comparison->other.text());
    default:
        return {};
    }
}

QVariant ComparedPairModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isPairNumber(section) ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return runOf(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TaskColumn:
        return tr("Task");
    case MethodColumn:
        return tr("Method");
    case SampleColumn:
        return tr("Sample");
    case ChangeColumn:
        return tr("Change");
    case BaselineVerdictColumn:
        return tr("Baseline");
    case OtherVerdictColumn:
        return tr("Other");
    case BaselineSpeedupColumn:
        return tr("Baseline speedup");
    case OtherSpeedupColumn:
        return tr("Other speedup");
    case BaselineIntervalColumn:
        return tr("Baseline 95 %");
    case OtherIntervalColumn:
        return tr("Other 95 %");
    case RatioColumn:
        return tr("Ratio");
    case RatioIntervalColumn:
        return tr("Ratio 95 %");
    case SpeedColumn:
        return tr("Speed");
    default:
        return {};
    }
}

} // namespace loupe::ui
