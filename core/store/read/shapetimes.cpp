// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/shapetimes.h"

#include "core/store/read/measuredrows.h"

namespace loupe {

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
