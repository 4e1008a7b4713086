// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/attemptnumbers.h"

#include "core/analysis/population/attemptplaces.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t conditionPlaceOfBaseline = scopeConditions.size() - 1;
static_assert(scopeConditions[conditionPlaceOfBaseline] == GroupBy::Baseline);

bool hasSeveralBaselines(const RowIndex &index)
{
    Name first;
    for (const RowIndex::Setting &setting : index.settings) {
        const Name baseline = setting.values[conditionPlaceOfBaseline];
        if (setting.rows == 0 || !isRecordedName(baseline.text()))
            continue;
        if (!first.empty() && first != baseline)
            return true;
        first = baseline;
    }
    return false;
}

/// Numbers the records of each attempt over each baseline from the last one back. Records with one
/// number over different baselines are one attempt.
class AttemptNumbering
{
public:
    AttemptNumbering(std::span<const MetricRow> rows, const RowIndex &index,
                     const NumberedCells &cells)
        : m_rows(rows)
        , m_index(index)
        , m_ordinals(rows.size(), 0)
        , m_lastOver(rows, cells)
        , m_firstOf(rows, cells)
    {
        m_out.numberOf.assign(rows.size(), AttemptNumbers::none);
    }

    AttemptNumbers number()
    {
        auto end = static_cast<std::uint32_t>(m_rows.size());
        while (end > 0) {
            const std::uint32_t begin = beginOfRecord(end);
            numberRecord(begin, end);
            end = begin;
        }
        return std::move(m_out);
    }

private:
    /// Returns the first row of the record whose last row is before `end`. A record has a row for
    /// each of its reference times (joinedbaselines.h), and these share the times.
    std::uint32_t beginOfRecord(std::uint32_t end) const
    {
        std::uint32_t begin = end - 1;
        while (begin > 0 && m_rows[begin].references != nullptr
               && m_rows[begin - 1].references == m_rows[begin].references
               && m_rows[begin - 1].id == m_rows[begin].id)
            --begin;
        return begin;
    }

    void numberRecord(std::uint32_t begin, std::uint32_t end)
    {
        std::uint32_t ordinal = 0;
        for (std::uint32_t place = begin; place < end; ++place) {
            if (!isNumbered(place))
                continue;
            const std::uint32_t later = lastOver(place);
            if (later != AttemptPlaces::none)
                ordinal = std::max(ordinal, m_ordinals[later] + 1);
        }
        for (std::uint32_t place = begin; place < end; ++place) {
            if (!isNumbered(place))
                continue;
            lastOver(place) = place;
            m_ordinals[place] = ordinal;
            std::uint32_t &first = firstOf(place);
            const bool isNew = first == AttemptPlaces::none;
            if (isNew)
                first = place;
            m_out.numberOf[place]
                = isNew ? static_cast<std::uint32_t>(m_out.count++) : m_out.numberOf[first];
        }
    }

    bool isNumbered(std::uint32_t place) const
    {
        return m_index.isConsidered(m_index.entries[place])
            && isRecordedName(m_rows[place].baseline.text());
    }

    /// Returns the slot of the last numbered record of the attempt over the same baseline.
    std::uint32_t &lastOver(std::uint32_t place)
    {
        const Name baseline = m_rows[place].baseline;
        return m_lastOver.of(place, std::hash<Name>()(baseline), [&](std::uint32_t other) {
            return m_rows[other].baseline == baseline;
        });
    }

    /// Returns the slot of the first row that was numbered with the same attempt and ordinal.
    std::uint32_t &firstOf(std::uint32_t place)
    {
        const std::uint32_t ordinal = m_ordinals[place];
        return m_firstOf.of(place, ordinal,
                            [&](std::uint32_t other) { return m_ordinals[other] == ordinal; });
    }

    std::span<const MetricRow> m_rows;
    const RowIndex &m_index;
    std::vector<std::uint32_t> m_ordinals; ///< per row
    AttemptPlaces m_lastOver;
    AttemptPlaces m_firstOf;
    AttemptNumbers m_out;
};

} // namespace

AttemptNumbers attemptNumbers(std::span<const MetricRow> rows, const RowIndex &index,
                              const NumberedCells &cells)
{
    if (!hasSeveralBaselines(index))
        return {};
    return AttemptNumbering(rows, index, cells).number();
}

} // namespace loupe
