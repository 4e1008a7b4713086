// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/countedrows.h"

#include "core/store/rows/storedvalues.h"
#include "ui/text/words.h"

#include <QObject>

#include <span>
#include <utility>
#include <vector>

namespace loupe::ui {

namespace {

RowSet setOf(std::span<const MetricRow> rows)
{
    std::vector<RowId> ids;
    ids.reserve(rows.size());
    for (const MetricRow &row : rows)
        ids.push_back(row.id);
    return RowSet(ids);
}

/// Returns true if the population has one value of the condition, and the result another.
bool isOther(const Population &population, GroupBy condition, const std::string &value)
{
    const PopulationCondition &known = population.condition(condition);
    return !known.value.empty() && !value.empty() && known.value != value;
}

} // namespace

CountedRows::CountedRows(std::shared_ptr<const Population> population)
    : m_population(std::move(population))
    , m_cells(setOf(m_population->cells()))
    , m_observations(setOf(m_population->observations()))
{
}

QString CountedRows::whyNot(const ResultRow &row) const
{
    if (m_cells.contains(row.id))
        return {};
    if (m_observations.contains(row.id))
        return QObject::tr("Not counted: the method's result for this task is another attempt.");
    if (isOther(*m_population, GroupBy::Suite, row.suite))
        return QObject::tr("Not counted: the scope has another suite (%1).")
            .arg(toQt(m_population->condition(GroupBy::Suite).value));
    if (isOther(*m_population, GroupBy::Device, row.device))
        return QObject::tr("Not counted: the scope has another device (%1).")
            .arg(toQt(m_population->condition(GroupBy::Device).value));
    return QObject::tr(
        "Not counted: outside the scope. Click the number of results in the scope bar for "
        "the reasons.");
}

} // namespace loupe::ui
