// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/rows/groupby.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/chart.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Tones of groups in charts that show each result. Groups beyond the distinguishable ones are
/// neutral.
class GroupTones
{
public:
    GroupTones(std::span<const MetricRow> rows, GroupBy groupBy)
        : m_groups(chartSplit(rows, groupBy, maxSeries))
    {
    }

    /// Returns the number of tones, with the neutral one.
    std::size_t count() const { return m_groups.names.size() + 1; }
    /// Returns the index of the tone of a row; the neutral one is the last.
    std::size_t indexOf(std::uint32_t row) const;
    ChartTone tone(std::size_t index) const;
    ChartTone of(std::uint32_t row) const { return tone(indexOf(row)); }
    /// Returns the name of a group; empty for the neutral tone, or if there is only one group.
    std::string name(std::size_t index) const;
    std::vector<ChartLegendEntry> legend() const;

private:
    ChartSplit m_groups;
};

} // namespace loupe
