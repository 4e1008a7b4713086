// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/placetable.h"
#include "core/analysis/population/speakers.h"
#include "core/model/record/metricrow.h"

#include <cstdint>
#include <span>

namespace loupe {

/// A place for each attempt: rows with the same cell, sample, round and verdict share it.
class AttemptPlaces
{
public:
    static constexpr std::uint32_t none = PlaceTable::none;

    AttemptPlaces(std::span<const MetricRow> rows, const NumberedCells &cells)
        : m_rows(rows)
        , m_cells(cells)
        , m_table(rows.size())
    {
    }

    /// Returns the place that was stored for the attempt of a row; `none` before.
    std::uint32_t &of(std::uint32_t place)
    {
        return of(place, 0, [](std::uint32_t) { return true; });
    }

    /// Returns the place that was stored for those rows of the attempt for which `isOne(other)` is
    /// true; `none` before. These rows have the same `hash`.
    template <typename IsOne>
    std::uint32_t &of(std::uint32_t place, std::uint64_t hash, const IsOne &isOne)
    {
        const MetricRow &row = m_rows[place];
        const std::uint64_t whole = hashOfNumbers(
            {m_cells.cellOf[place], static_cast<std::uint64_t>(row.sample),
             static_cast<std::uint64_t>(row.round), static_cast<std::uint64_t>(row.verdict), hash});
        return m_table.of(whole, [&](std::uint32_t other) {
            const MetricRow &known = m_rows[other];
            return m_cells.cellOf[place] == m_cells.cellOf[other] && row.sample == known.sample
                && row.round == known.round && row.verdict == known.verdict && isOne(other);
        });
    }

private:
    std::span<const MetricRow> m_rows;
    const NumberedCells &m_cells;
    PlaceTable m_table;
};

} // namespace loupe
