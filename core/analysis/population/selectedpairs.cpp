// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/selectedpairs.h"

#include "core/analysis/rows/namenumbers.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace loupe {

std::vector<MetricRow> selectedPairs(RowParts &parts)
{
    NameNumbers<3> numbers;
    std::vector<std::uint32_t> pairOf;
    std::vector<bool> isSelected;
    std::optional<std::vector<MetricRow>> onlyPart;
    for (std::size_t i = 0; i < parts.count(); ++i) {
        std::vector<MetricRow> rows = parts.part(i);
        for (const MetricRow &row : rows) {
            pairOf.push_back(numbers[{row.suite, row.task, row.method}]);
            isSelected.resize(numbers.size(), false);
            isSelected[pairOf.back()] = isSelected[pairOf.back()] || row.isSelected();
        }
        if (parts.count() == 1)
            onlyPart = std::move(rows);
    }
    std::vector<MetricRow> out;
    // Growing would need the memory of the rows twice.
    out.reserve(static_cast<std::size_t>(
        std::ranges::count_if(pairOf, [&](std::uint32_t pair) { return isSelected[pair]; })));
    std::size_t place = 0;
    for (std::size_t i = 0; i < parts.count(); ++i) {
        std::vector<MetricRow> rows;
        if (onlyPart)
            rows.swap(*onlyPart);
        else
            rows = parts.part(i);
        for (MetricRow &row : rows) {
            if (isSelected[pairOf[place++]])
                out.push_back(std::move(row));
        }
    }
    return out;
}

} // namespace loupe
