// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/selectedpairs.h"

#include "core/analysis/rows/namenumbers.h"

#include <cstdint>
#include <utility>

namespace loupe {

void keepSelectedPairs(std::vector<MetricRow> &rows)
{
    NameNumbers<3> numbers;
    std::vector<std::uint32_t> pairOf;
    pairOf.reserve(rows.size());
    for (const MetricRow &row : rows)
        pairOf.push_back(numbers[{row.suite, row.task, row.method}]);
    std::vector<bool> isSelected(numbers.size(), false);
    for (std::size_t i = 0; i < rows.size(); ++i)
        isSelected[pairOf[i]] = isSelected[pairOf[i]] || rows[i].isSelected();
    std::vector<MetricRow> kept;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (isSelected[pairOf[i]])
            kept.push_back(std::move(rows[i]));
    }
    rows = std::move(kept);
}

} // namespace loupe
