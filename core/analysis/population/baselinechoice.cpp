// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/baselinechoice.h"

#include "core/analysis/population/placetable.h"
#include "core/model/recordedname.h"

#include <algorithm>

namespace loupe {

namespace {

void takeSpeedup(MetricRow &row)
{
    row.speedup = {};
    row.baselineMs = {};
    row.joinedReference = -1;
}

/// The last record over the baseline for each attempt: same cell, sample, round and verdict.
class RecordsOver
{
public:
    RecordsOver(Name baseline, std::span<const MetricRow> rows, const RowIndex &index,
                const NumberedCells &cells)
        : m_rows(rows)
        , m_cells(cells)
        , m_table(rows.size())
    {
        for (std::uint32_t place = 0; place < rows.size(); ++place) {
            if (rows[place].baseline == baseline && rows[place].speedup
                && index.isConsidered(index.entries[place]))
                slot(place) = place;
        }
    }

    /// Returns PlaceTable::none if there is none.
    std::uint32_t of(std::uint32_t place) { return slot(place); }

private:
    std::uint32_t &slot(std::uint32_t place)
    {
        const MetricRow &row = m_rows[place];
        const std::uint64_t hash = hashOfNumbers(
            {m_cells.cellOf[place], static_cast<std::uint64_t>(row.sample),
             static_cast<std::uint64_t>(row.round), static_cast<std::uint64_t>(row.verdict)});
        return m_table.of(hash, [&](std::uint32_t other) {
            const MetricRow &known = m_rows[other];
            return m_cells.cellOf[place] == m_cells.cellOf[other] && row.sample == known.sample
                && row.round == known.round && row.verdict == known.verdict;
        });
    }

    std::span<const MetricRow> m_rows;
    const NumberedCells &m_cells;
    PlaceTable m_table;
};

} // namespace

void keepSpeedupsOver(Name baseline, std::vector<MetricRow> &rows, const RowIndex &index,
                      std::vector<LeftOutObservations> &leftOut)
{
    LeftOutObservations other{LeftOutReason::OtherValue, GroupBy::Baseline, 0};
    LeftOutObservations unknown{LeftOutReason::NotRecorded, GroupBy::Baseline, 0};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        MetricRow &row = rows[i];
        if (row.baseline == baseline || !row.speedup || !index.isConsidered(index.entries[i]))
            continue;
        ++(isRecordedName(row.baseline.text()) ? other : unknown).count;
        takeSpeedup(row);
    }
    for (const LeftOutObservations &each : {other, unknown}) {
        if (each.count > 0)
            leftOut.push_back(each);
    }
}

void mergeBaselines(Name baseline, std::vector<MetricRow> &rows, RowIndex &index,
                    const NumberedCells &cells, std::vector<std::uint32_t> &representatives)
{
    RecordsOver over(baseline, rows, index, cells);
    const auto isOverAnother = [&](std::uint32_t place) {
        const Name &own = rows[place].baseline;
        return own != baseline && isRecordedName(own.text());
    };
    for (std::uint32_t &each : representatives) {
        if (!isOverAnother(each))
            continue;
        if (const std::uint32_t timed = over.of(each); timed != PlaceTable::none)
            each = timed;
    }
    std::ranges::sort(representatives);
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        if (!isOverAnother(place) || !index.isConsidered(index.entries[place]))
            continue;
        if (over.of(place) != PlaceTable::none)
            index.takeOut(index.entries[place]);
        else
            rows[place].baseline = {};
    }
}

} // namespace loupe
