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
        m_onlyPart = selected(0, std::move(*m_onlyPart));
}

/// Returns the selected ones of the rows of a part.
std::vector<MetricRow> SelectedPairs::selected(std::size_t index, std::vector<MetricRow> rows) const
{
    const auto isSelected
        = m_isSelected.begin() + static_cast<std::ptrdiff_t>(m_firstOfPart[index]);
    const auto count = static_cast<std::size_t>(
        std::count(isSelected, isSelected + static_cast<std::ptrdiff_t>(rows.size()), true));
    if (count == rows.size())
        return rows;
    // Rows that were erased in place would keep the memory of all.
    std::vector<MetricRow> out;
    out.reserve(count);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (isSelected[static_cast<std::ptrdiff_t>(i)])
            out.push_back(std::move(rows[i]));
    }
    return out;
}

std::vector<MetricRow> SelectedPairs::part(std::size_t index)
{
    if (m_onlyPart)
        return *m_onlyPart;
    return selected(index, m_parts.part(index));
}

void SelectedPairs::visit(std::size_t index,
                          const std::function<void(std::span<const MetricRow>)> &visitor) const
{
    if (m_onlyPart)
        visitor(*m_onlyPart);
    else
        visitor(selected(index, m_parts.part(index)));
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
