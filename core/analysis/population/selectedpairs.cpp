// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/selectedpairs.h"

#include "core/analysis/rows/namenumbers.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace loupe {

SelectedPairs::SelectedPairs(RowParts &parts) : m_parts(parts)
{
    NameNumbers<3> numbers;
    std::vector<std::uint32_t> pairOf;
    std::vector<bool> isSelected;
    for (std::size_t i = 0; i < parts.count(); ++i) {
        m_firstOfPart.push_back(pairOf.size());
        std::vector<MetricRow> rows = parts.part(i);
        for (const MetricRow &row : rows) {
            pairOf.push_back(numbers[{row.suite, row.task, row.method}]);
            isSelected.resize(numbers.size(), false);
            isSelected[pairOf.back()] = isSelected[pairOf.back()] || row.isSelected();
        }
        if (parts.count() == 1)
            m_onlyPart = std::move(rows);
    }
    m_isSelected.reserve(pairOf.size());
    for (const std::uint32_t pair : pairOf)
        m_isSelected.push_back(isSelected[pair]);
    if (m_onlyPart)
        keepSelected(0, *m_onlyPart);
}

void SelectedPairs::keepSelected(std::size_t index, std::vector<MetricRow> &rows) const
{
    std::size_t place = m_firstOfPart[index];
    std::erase_if(rows, [&](const MetricRow & /*row*/) { return !m_isSelected[place++]; });
}

std::vector<MetricRow> SelectedPairs::part(std::size_t index)
{
    if (m_onlyPart)
        return *m_onlyPart;
    std::vector<MetricRow> out = m_parts.part(index);
    keepSelected(index, out);
    return out;
}

std::vector<MetricRow> SelectedPairs::takeAll()
{
    if (m_onlyPart)
        return std::move(*m_onlyPart);
    std::vector<MetricRow> out;
    // Growing would need the memory of the rows twice.
    out.reserve(static_cast<std::size_t>(std::ranges::count(m_isSelected, true)));
    for (std::size_t i = 0; i < count(); ++i)
        std::ranges::move(part(i), std::back_inserter(out));
    return out;
}

std::vector<MetricRow> selectedPairs(RowParts &parts)
{
    return SelectedPairs(parts).takeAll();
}

} // namespace loupe
