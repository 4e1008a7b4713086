// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/differencemodel.h"

#include "core/analysis/comparison/groupspeeds.h"
#include "ui/text/words.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

using Pair = const ComparedPair *;
using DifferenceColumn = ColumnDefinition<const Pair &>;
using Side = const MetricRow *ComparedPair::*;

/// Shows the values behind the ratio if there is one, otherwise how the attempt ended.
DifferenceColumn sideColumn(const QString &letter, const QString &name, Side side,
                            SpeedMeasure measure)
{
    const auto value = [side, measure](Pair pair) {
        return pair->ratio ? measuredSpeed(*(pair->*side), measure) : std::nullopt;
    };
    const auto text = [side, measure, value](Pair pair) -> QString {
        if (const auto number = value(pair))
            return measure == SpeedMeasure::Times ? millisecondsText(number) : speedupText(number);
        return pair->*side ? label((pair->*side)->verdict) : DifferenceModel::tr("missing");
    };
    const auto kind
        = [](Pair pair) { return pair->ratio ? asData(CellKind::Number) : asData(CellKind::Text); };
    const auto verdict = [side](Pair pair) {
        return !pair->ratio && pair->*side ? asData((pair->*side)->verdict) : QVariant();
    };
    DifferenceColumn out{letter,
                         CellKind::Number,
                         text,
                         {{SortRole, [value](Pair pair) { return asData(value(pair)); }},
                          {KindRole, kind},
                          {VerdictRole, verdict}}};
    out.help = name;
    out.isDescendingFirst = measure == SpeedMeasure::Speedups;
    return out;
}

QString ratioOf(Pair pair)
{
    const auto ratio = firstRatio(*pair);
    return ratio ? toQt(ratioWords(*ratio)) : speedupText({});
}

} // namespace

DifferenceModel::DifferenceModel(QObject *parent) : HeldRows(parent)
{
    setColumns(columns());
}

DifferenceModel::Columns DifferenceModel::columns() const
{
    const SpeedMeasure measure = m_comparison ? m_comparison->measure : SpeedMeasure::Speedups;
    const QString unit = measure == SpeedMeasure::Times ? tr(", ms") : QString();
    const auto ratio = [](Pair pair) { return asData(firstRatio(*pair)); };
    const auto task = [](Pair pair) { return lineText(pair->task.text()); };
    const auto fullTask = [](Pair pair) {
        QString text = u"%1 / %2"_s.arg(lineText(pair->suite.text()), lineText(pair->task.text()));
        return pair->method.empty() ? text : text + u" · "_s + lineText(pair->method.text());
    };
    const auto bar = [](Pair pair) {
        const auto value = firstRatio(*pair);
        return value ? QVariant(QVariantList{*value, static_cast<int>(pair->verdict)}) : QVariant();
    };
    DifferenceColumn ratios{tr("Ratio"),
                            CellKind::Number,
                            [](Pair pair) { return ratioOf(pair); },
                            {{SortRole, ratio}}};
    ratios.isDescendingFirst = true;
    ratios.help = tr("Above 1: %1 is ahead").arg(m_first);
    DifferenceColumn bars{u"< 1 · > 1"_s,
                          CellKind::Number,
                          [](Pair pair) { return ratioOf(pair); },
                          {{SortRole, ratio}, {RatioRole, bar}}};
    bars.isDescendingFirst = true;
    bars.help = ratios.help;
    return {{tr("Task"), CellKind::Code, task, {{Qt::ToolTipRole, fullTask}}},
            sideColumn(tr("A%1").arg(unit), m_first, &ComparedPair::baseline, measure),
            sideColumn(tr("B%1").arg(unit), m_second, &ComparedPair::other, measure),
            ratios,
            bars};
}

void DifferenceModel::show(std::shared_ptr<const RunComparison> comparison, Pairs pairs,
                           const QString &first, const QString &second)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_given = std::move(pairs);
    m_first = first;
    m_second = second;
    setColumns(columns());
    arrange();
    endResetModel();
}

void DifferenceModel::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    endResetModel();
}

void DifferenceModel::arrange()
{
    m_rows = m_given;
    if (m_sortColumn < 0)
        return;
    const bool isDown = m_sortOrder == Qt::DescendingOrder;
    if (m_sortColumn == TaskColumn) {
        std::ranges::stable_sort(
            m_rows, [&](Pair a, Pair b) { return isDown ? b->task < a->task : a->task < b->task; });
        return;
    }
    std::ranges::stable_sort(m_rows, [&](Pair a, Pair b) {
        const QVariant x = answer(m_sortColumn, a, SortRole);
        const QVariant y = answer(m_sortColumn, b, SortRole);
        if (!x.isValid() || !y.isValid())
            return x.isValid() && !y.isValid();
        return isDown ? y.toDouble() < x.toDouble() : x.toDouble() < y.toDouble();
    });
}

std::vector<RowId> DifferenceModel::ids() const
{
    std::vector<RowId> out;
    out.reserve(2 * m_rows.size());
    for (const ComparedPair *pair : m_rows) {
        for (const MetricRow *row : {pair->baseline, pair->other}) {
            if (row)
                out.push_back(row->id);
        }
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

} // namespace loupe::ui
