// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparedpairmodel.h"

#include "core/report/tables/comparisontables.h"
#include "ui/text/distinctnames.h"
#include "ui/text/words.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

using Pair = const ComparedPair *;
using PairColumn = ColumnDefinition<const Pair &>;
using PairAnswer = PairColumn::Answer;
using Side = const MetricRow *ComparedPair::*;

/// Describes the change of an attempt, such as "newly correct" or "missing in the baseline run".
QString pairStateText(const ComparedPair &pair)
{
    QString text;
    switch (pair.state) {
    case PairState::BothCorrect:
        text = ComparedPairModel::tr("both correct");
        break;
    case PairState::Fixed:
        text = isSameMethod(pair) ? ComparedPairModel::tr("newly correct")
                                  : ComparedPairModel::tr("correct in the other run only");
        break;
    case PairState::Broken:
        text = isSameMethod(pair) ? ComparedPairModel::tr("regressed")
                                  : ComparedPairModel::tr("correct in the baseline run only");
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
        text = ComparedPairModel::tr("missing in the baseline run");
        break;
    }
    return pair.isChangedTask ? ComparedPairModel::tr("%1, another task").arg(text) : text;
}

PairColumn verdictColumn(const QString &name, Side side)
{
    const auto text = [side](Pair pair) {
        return pair->*side ? label((pair->*side)->verdict) : ComparedPairModel::tr("missing");
    };
    const auto verdict
        = [side](Pair pair) { return pair->*side ? asData((pair->*side)->verdict) : QVariant(); };
    const auto kind
        = [side](Pair pair) { return pair->*side ? QVariant() : asData(CellKind::Dim); };
    return {name, CellKind::Text, text, {{VerdictRole, verdict}, {KindRole, kind}}};
}

PairAnswer speedupOf(Side side)
{
    return [side](Pair pair) { return pair->*side ? asData((pair->*side)->speedup) : QVariant(); };
}

/// Returns a column whose first click sorts the largest first.
PairColumn descendingFirst(PairColumn column)
{
    column.isDescendingFirst = true;
    return column;
}

PairColumn speedupColumn(const QString &name, Side side)
{
    const auto text = [side](Pair pair) {
        return speedupText(pair->*side ? (pair->*side)->speedup : std::nullopt);
    };
    return descendingFirst({name, CellKind::Number, text, {{SortRole, speedupOf(side)}}});
}

PairColumn speedColumn(const QString &name)
{
    const auto text = [](Pair pair) { return toQt(loupe::name(pair->verdict)); };
    const auto kind = [](Pair pair) {
        return pair->verdict == PairVerdict::NotTimed ? asData(CellKind::Dim) : QVariant();
    };
    return {name, CellKind::Text, text, {{KindRole, kind}}};
}

} // namespace

ComparedPairModel::ComparedPairModel(QObject *parent) : HeldRows(parent)
{
    setColumns(columns());
}

ComparedPairModel::Columns ComparedPairModel::columns() const
{
    const auto of = [](const Name &run, PairColumn column) {
        column.help = lineText(run.text());
        return column;
    };
    const auto intervalColumn = [this](const QString &name, Side side) {
        return descendingFirst({name,
                                CellKind::Number,
                                [this, side](Pair pair) { return intervalOf(pair->*side); },
                                {{SortRole, speedupOf(side)}}});
    };
    const PairAnswer sample = [](Pair pair) { return double(pair->sample); };
    const PairAnswer ratio = [](Pair pair) { return asData(pair->ratio); };
    const Name baseline = m_comparison ? m_comparison->baseline : Name();
    const Name other = m_comparison ? m_comparison->other : Name();
    return {
        {tr("Task"), CellKind::Text, [](Pair pair) { return lineText(pair->task.text()); }},
        {tr("Method"), CellKind::Text, [](Pair pair) { return lineText(pair->method.text()); }},
        {tr("Sample"),
         CellKind::Number,
         [](Pair pair) { return countText(pair->sample); },
         {{SortRole, sample}}},
        {tr("Change"), CellKind::Text, [](Pair pair) { return pairStateText(*pair); }},
        of(baseline, verdictColumn(tr("Baseline run"), &ComparedPair::baseline)),
        of(other, verdictColumn(tr("Compared run"), &ComparedPair::other)),
        of(baseline, speedupColumn(tr("Speedup, baseline run"), &ComparedPair::baseline)),
        of(other, speedupColumn(tr("Speedup, compared run"), &ComparedPair::other)),
        descendingFirst({tr("Ratio"),
                         CellKind::Number,
                         [](Pair pair) { return speedupText(pair->ratio); },
                         {{SortRole, ratio}}}),
        descendingFirst({tr("Ratio 95 %"),
                         CellKind::Number,
                         [](Pair pair) { return intervalText(pair->ratioLow, pair->ratioHigh); },
                         {{SortRole, ratio}}}),
        speedColumn(tr("Speed")),
        of(baseline, intervalColumn(tr("95 %, baseline run"), &ComparedPair::baseline)),
        of(other, intervalColumn(tr("95 %, compared run"), &ComparedPair::other)),
    };
}

void ComparedPairModel::setComparison(std::shared_ptr<const RunComparison> comparison,
                                      std::shared_ptr<const Intervals> intervals)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_intervals = std::move(intervals);
    setColumns(columns());
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
    const bool isNumber = definition(m_sortColumn).kind == CellKind::Number;
    const int role = isNumber ? int(SortRole) : int(Qt::DisplayRole);
    std::ranges::stable_sort(m_rows, [&](Pair a, Pair b) {
        const QVariant x = answer(m_sortColumn, a, role);
        const QVariant y = answer(m_sortColumn, b, role);
        if (!isNumber)
            return isDown ? y.toString() < x.toString() : x.toString() < y.toString();
        if (!x.isValid() || !y.isValid())
            return x.isValid() && !y.isValid();
        return isDown ? y.toDouble() < x.toDouble() : x.toDouble() < y.toDouble();
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

QString ComparedPairModel::intervalOf(const MetricRow *row) const
{
    if (!row || !m_intervals)
        return intervalText({}, {});
    const auto found = m_intervals->find(row->id.value);
    return found == m_intervals->end() ? intervalText({}, {})
                                       : intervalText(found->second.low, found->second.high);
}

QVariant ComparedPairModel::data(const QModelIndex &index, int role) const
{
    QVariant said = HeldRows::data(index, role);
    if (role != Qt::ToolTipRole || !said.isValid())
        return said;
    const ComparedPair &pair = pairAt(index.row());
    return tr("%1 / %2: %3")
        .arg(lineText(pair.suite.text()), lineText(pair.task.text()), said.toString());
}

namespace {

/// Returns the change of the geometric mean, which is the last figure if anything was timed in both
/// runs.
QString speedChange(const RunComparison &comparison)
{
    if (comparison.figures.empty() || !comparison.figures.back().isRatio)
        return ComparedRunModel::tr("not timed");
    return toQt(changeText(comparison.figures.back()));
}

} // namespace

ComparedRunModel::ComparedRunModel(QObject *parent) : HeldRows(parent)
{
    const auto figure = [this](auto write) -> Answer {
        return [this, write](const std::string &run) {
            const Result<RunComparison> *result = resultOf(run);
            return result && *result ? write(**result) : QString();
        };
    };
    const auto count = [&](PairState state) {
        return figure([state](const RunComparison &each) { return countText(each.count(state)); });
    };
    setColumns({{tr("Compared run"),
                 CellKind::Text,
                 [](const std::string &run) { return shortHashes(lineText(run)); },
                 {{ShortNameRole, [this](const std::string &run) { return m_shortNames.at(run); }},
                  {LongestNameRole, [this](const std::string &) { return m_longestName; }},
                  {Qt::ToolTipRole,
                   [this](const std::string &run) {
                       const Result<RunComparison> *result = resultOf(run);
                       return result && !*result ? errorText(result->error()) : lineText(run);
                   }}}},
                {tr("Gained"), CellKind::Number, count(PairState::Fixed)},
                {tr("Lost"), CellKind::Number, count(PairState::Broken)},
                {tr("Geometric mean"), CellKind::Number, figure(speedChange)},
                {tr("Speed"), CellKind::Text,
                 [this](const std::string &run) {
                     const Result<RunComparison> *result = resultOf(run);
                     if (!result)
                         return QString();
                     return *result ? toQt(name((**result).verdict)) : tr("refused");
                 }}},
               {{Qt::ToolTipRole, [this](const std::string &run) {
                     const Result<RunComparison> *result = resultOf(run);
                     return result && !*result ? QVariant(errorText(result->error())) : QVariant();
                 }}});
}

void ComparedRunModel::setRuns(std::vector<std::string> runs)
{
    QStringList names;
    m_longestName.clear();
    for (const std::string &run : runs) {
        names.append(lineText(run));
        if (const QString name = shortHashes(names.back()); name.size() > m_longestName.size())
            m_longestName = name;
    }
    const QStringList shown = shortNames(names, maxShortRunName);
    m_shortNames.clear();
    for (qsizetype i = 0; i < names.size(); ++i)
        m_shortNames.emplace(runs[static_cast<std::size_t>(i)], shown[i]);
    replaceRows(std::move(runs));
}

void ComparedRunModel::setComparison(std::shared_ptr<const StoreComparison> comparison)
{
    m_comparison = std::move(comparison);
    announce(rowCount());
}

int ComparedRunModel::rowOf(const std::string &run) const
{
    const auto found = std::ranges::find(runs(), run);
    return found == runs().end() ? -1 : static_cast<int>(found - runs().begin());
}

const Result<RunComparison> *ComparedRunModel::resultAt(int row) const
{
    return row < 0 || row >= rowCount() ? nullptr : resultOf(rowAt(row));
}

const Result<RunComparison> *ComparedRunModel::resultOf(const std::string &run) const
{
    if (!m_comparison)
        return nullptr;
    const auto &names = m_comparison->names;
    const auto found = std::find(names.begin() + 1, names.end(), run);
    if (found == names.end())
        return nullptr;
    return &m_comparison->comparisons[static_cast<std::size_t>(found - names.begin()) - 1];
}

} // namespace loupe::ui
