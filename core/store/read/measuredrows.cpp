// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/measuredrows.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace loupe {

Status forEachMeasured(StoreReader &reader, std::span<const MetricRow> rows,
                       const std::function<bool(const MetricRow &)> &isMeasured,
                       const std::function<void(const MetricRow &, const Evaluation *)> &each)
{
    constexpr std::size_t rowsAtOnce = 512;
    for (std::size_t begin = 0; begin < rows.size(); begin += rowsAtOnce) {
        const auto some = rows.subspan(begin, std::min(rowsAtOnce, rows.size() - begin));
        std::vector<RowId> ids;
        ids.reserve(some.size());
        for (const MetricRow &row : some) {
            if (isMeasured(row))
                ids.push_back(row.id);
        }
        const auto measured = reader.measurements(ids);
        if (!measured)
            return measured.error();
        auto next = measured->begin();
        for (const MetricRow &row : some)
            each(row, isMeasured(row) ? &*next++ : nullptr);
    }
    return {};
}

Result<RowsByShape> readRowsByShape(StoreReader &reader, std::span<const MetricRow> rows,
                                    const std::stop_token &stop)
{
    ShapeTimes times;
    const auto isTimed = [](const MetricRow &row) { return row.candidateMs && mayHaveShapes(row); };
    const Status read = forEachMeasured(reader, rows, isTimed,
                                        [&](const MetricRow &row, const Evaluation *measured) {
                                            if (measured != nullptr)
                                                times[row.id] = timesByCase(measured->timings);
                                        });
    if (!read)
        return read.error();
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "reading the times was cancelled", {}, {}, {}};
    return rowsByShape(rows, times);
}

Result<GroupRates> readGroupRates(StoreReader &reader, const Population &population,
                                  GroupBy groupBy)
{
    if (groupBy != GroupBy::Shape)
        return GroupRates{rateTable(population, groupBy), {}};
    const auto split = readRowsByShape(reader, population.cells());
    if (!split)
        return split.error();
    GroupRates out{rateTable(split->rows, groupBy), shapeSentence(*split)};
    out.rows.pop_back();
    return out;
}

} // namespace loupe
