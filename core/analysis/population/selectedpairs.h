// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/rowparts.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// The rows of those task × method pairs of which the filter selects an attempt, in parts. Sides of
/// a comparison use them, so that each chooses its conditions among its own pairs. A single part
/// can be made any number of times, too.
class SelectedPairs final : public RowParts
{
public:
    /// `parts` must outlive it and have no applied() conditions: those are chosen among the pairs
    /// of all rows, not among the selected ones.
    explicit SelectedPairs(RowParts &parts);

    std::size_t count() const override { return m_parts.count(); }
    std::vector<MetricRow> part(std::size_t index) override;
    /// Calls `visitor` with the rows of one part, without a copy of a single part.
    void visit(std::size_t index,
               const std::function<void(std::span<const MetricRow>)> &visitor) const;
    /// Returns all rows. No others can be made afterwards.
    std::vector<MetricRow> takeAll();

private:
    std::vector<MetricRow> selected(std::size_t index, std::vector<MetricRow> rows) const;

    RowParts &m_parts;
    std::vector<std::size_t> m_firstOfPart; ///< the number of rows before each part
    std::vector<bool> m_isSelected;         ///< per row of all parts
    std::optional<std::vector<MetricRow>> m_onlyPart;
};

/// Returns the rows of SelectedPairs at once.
std::vector<MetricRow> selectedPairs(RowParts &parts);

} // namespace loupe
