// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/grouptones.h"

#include "core/analysis/charts/chartwords.h"
#include "core/base/counted.h"

namespace loupe {

std::size_t GroupTones::indexOf(std::uint32_t row) const
{
    if (!m_groups.isSplit())
        return 0;
    const std::uint32_t part = m_groups.partOf[row];
    return part == ChartSplit::notShown ? m_groups.names.size() : part;
}

ChartTone GroupTones::tone(std::size_t index) const
{
    return index < m_groups.names.size() ? seriesTone(index) : ChartTone();
}

std::string GroupTones::name(std::size_t index) const
{
    return m_groups.isSplit() && index < m_groups.names.size() ? m_groups.names[index]
                                                               : std::string();
}

std::vector<ChartLegendEntry> GroupTones::legend() const
{
    std::vector<ChartLegendEntry> out = m_groups.legend();
    if (m_groups.left > 0)
        out.push_back({groupedDigits(static_cast<std::int64_t>(m_groups.left)) + " smaller "
                           + (m_groups.left == 1 ? m_groups.what : pluralText(m_groups.what)),
                       ChartTone()});
    return out;
}

} // namespace loupe
