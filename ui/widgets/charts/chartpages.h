// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartlimits.h"
#include "core/analysis/charts/panelgrid.h"
#include "core/model/saved/chart.h"

#include <QString>

#include <cstddef>

namespace loupe::ui {

/// Chart with any number of panels, split into pages so that panels stay readable.
class ChartPages
{
public:
    /// Sets the chart. The page stays if the number of panels is equal, and the limits if the axes
    /// are.
    void setChart(Chart chart);
    void setLimits(const ChartLimits &limits) { m_limits = limits; }
    /// Computes the grid that fits; the page with the first displayed panel stays. Panels have at
    /// least the size `whole`, or `least` if all of them are visible then.
    void fit(const PanelSize &room, const PanelSize &least, const PanelSize &whole);

    const Chart &whole() const { return m_whole; }
    const ChartLimits &limits() const { return m_limits; }
    /// Returns true for several panels without a map, which may have any height.
    bool hasPages() const;
    /// Returns the panels of the page, within the limits.
    Chart shown() const;
    /// Returns all panels, within the limits.
    Chart limited() const { return withLimits(m_whole, m_limits); }
    int columns() const { return m_grid.columns; }
    int rows() const { return m_grid.rows; }

    int page() const { return static_cast<int>(m_first / count()); }
    int pages() const;
    /// Returns false if there is no such page.
    bool setPage(int page);
    /// Returns the index of the first displayed panel among all panels.
    std::size_t first() const { return m_first; }
    /// Goes to the page of a panel; returns false if it is already displayed.
    bool turnTo(std::size_t panel) { return setPage(static_cast<int>(panel / count())); }
    /// Returns "10 smaller categories, n 33", or an empty text.
    QString restText() const;

private:
    std::size_t count() const { return static_cast<std::size_t>(std::max(1, m_grid.shown)); }

    Chart m_whole;
    ChartLimits m_limits;
    PanelGrid m_grid;
    std::size_t m_first = 0;
};

} // namespace loupe::ui
