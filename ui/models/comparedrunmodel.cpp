// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparedrunmodel.h"

#include "core/report/tables/comparisontables.h"
#include "ui/text/distinctnames.h"
#include "ui/text/words.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

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
    setColumns(columns(), {{Qt::ToolTipRole, [this](const std::string &run) {
                                const Result<RunComparison> *result = resultOf(run);
                                return result && !*result ? QVariant(errorText(result->error()))
                                                          : QVariant();
                            }}});
}

ComparedRunModel::Columns ComparedRunModel::columns() const
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
    return {
        {tr("Compared run"),
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
         }},
    };
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
