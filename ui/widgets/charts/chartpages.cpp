// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/chartpages.h"

#include "core/analysis/charts/panelgrid.h"
#include "ui/text/words.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

static bool haveSameAxes(const Chart &a, const Chart &b)
{
    if (a.panels.empty() || b.panels.empty())
        return false;
    const ChartPanel &first = a.panels.front();
    const ChartPanel &second = b.panels.front();
    return first.x.title == second.x.title && first.y.title == second.y.title
        && first.x.scale == second.x.scale && first.y.scale == second.y.scale;
}

void ChartPages::setChart(Chart chart)
{
    if (chart.panels.size() != m_whole.panels.size())
        m_first = 0;
    if (!haveSameAxes(chart, m_whole)) // limits of other axes are meaningless here
        m_limits = {};
    m_whole = std::move(chart);
}

bool ChartPages::hasPages() const
{
    return m_whole.panels.size() > 1
        && std::ranges::all_of(m_whole.panels,
                               [](const ChartPanel &panel) { return panel.cells.empty(); });
}

void ChartPages::fit(const PanelSize &room, const PanelSize &least, const PanelSize &whole)
{
    const auto panels = static_cast<int>(m_whole.panels.size());
    m_grid = hasPages() ? panelGrid(panels, room, whole) : PanelGrid{1, panels, panels};
    if (const PanelGrid dense = panelGrid(panels, room, least);
        m_grid.shown < panels && dense.shown == panels)
        m_grid = dense;
    m_first = m_first / count() * count();
}

Chart ChartPages::shown() const
{
    if (m_limits.isAny())
        return chartPage(limited(), m_first, count());
    return chartPage(m_whole, m_first, count());
}

int ChartPages::pages() const
{
    return static_cast<int>((m_whole.panels.size() + count() - 1) / count());
}

bool ChartPages::setPage(int page)
{
    if (page < 0 || page >= pages() || page == this->page())
        return false;
    m_first = static_cast<std::size_t>(page) * count();
    return true;
}

QString ChartPages::restText() const
{
    return toQt(loupe::restText(m_whole, m_first, count()));
}

} // namespace loupe::ui
