// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/appliedconditions.h"
#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/rows/rowparts.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace loupe::test {

/// Rows in parts of a few, as a large store has them.
class SmallParts final : public RowParts
{
public:
    explicit SmallParts(std::vector<MetricRow> rows) : m_rows(std::move(rows)) { }

    std::size_t count() const override { return (m_rows.size() + size - 1) / size; }
    std::vector<MetricRow> part(std::size_t index) override
    {
        const auto begin = m_rows.begin() + static_cast<std::ptrdiff_t>(index * size);
        const std::size_t left = m_rows.size() - index * size;
        return {begin, begin + static_cast<std::ptrdiff_t>(std::min(size, left))};
    }

private:
    static constexpr std::size_t size = 7;
    std::vector<MetricRow> m_rows;
};

/// Parts of the rows that the conditions of a scope leave.
class RemainingParts final : public RowParts
{
public:
    RemainingParts(const std::vector<MetricRow> &rows, const Scope &scope)
        : m_applied(applyTo(rows, scope))
    {
        std::vector<MetricRow> remaining;
        std::ranges::copy_if(rows, std::back_inserter(remaining), [&](const MetricRow &row) {
            return m_applied.isConsidered(settingOf(row));
        });
        m_parts.emplace(std::move(remaining));
    }

    std::size_t count() const override { return m_parts->count(); }
    std::vector<MetricRow> part(std::size_t index) override { return m_parts->part(index); }
    const AppliedConditions *applied() const override { return &m_applied; }

private:
    static RowIndex::Setting settingOf(const MetricRow &row)
    {
        RowIndex::Setting out;
        out.run = row.run;
        for (std::size_t i = 0; i < scopeConditions.size(); ++i)
            out.values[i] = conditionOf(row, scopeConditions[i]);
        out.hasSpeedup = row.speedup.has_value();
        return out;
    }
    static AppliedConditions applyTo(const std::vector<MetricRow> &rows, const Scope &scope)
    {
        RowCounts counts;
        for (MetricRow row : rows) {
            row.baseline = {}; // counts do not know it
            counts.add(row, 1);
        }
        return std::move(counts).apply(scope);
    }

    AppliedConditions m_applied;
    std::optional<SmallParts> m_parts;
};

} // namespace loupe::test
