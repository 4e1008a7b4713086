// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/chartlimits.h"
#include "core/analysis/charts/panelgrid.h"
#include "core/model/chart.h"

#include <QString>

#include <cstddef>

namespace loupe::ui {

/// A chart of any number of panels, and which of them stand on the page that is looked at: small
/// multiples have pages rather than becoming too small to be read.
class ChartPages
{
public:
    /// The page stays where the panels are as many as before, limits where the axes are the same.
    void setChart(Chart chart);
    void setLimits(const ChartLimits &limits) { m_limits = limits; }
    /// Works out what fits; the page that holds the first panel shown stays.
    void fit(const PanelSize &room, const PanelSize &least);

    const Chart &whole() const { return m_whole; }
    const ChartLimits &limits() const { return m_limits; }
    /// Several panels, none of them a map, which may be as high as it has rows.
    bool hasPages() const;
    /// The page's panels, within the limits.
    Chart shown() const;
    /// The same of all panels.
    Chart limited() const { return withLimits(m_whole, m_limits); }
    int columns() const { return m_grid.columns; }
    int rows() const { return m_grid.rows; }

    int page() const;
    int pages() const;
    /// False where there is no such page.
    bool setPage(int page);
    /// The place among all panels of the first that is shown.
    std::size_t first() const { return m_first; }
    /// Turns to the page of a panel; false where it is shown already.
    bool turnTo(std::size_t panel);
    /// "10 smaller categories, n 33", or empty.
    QString restText() const;

private:
    std::size_t count() const;

    Chart m_whole;
    ChartLimits m_limits;
    PanelGrid m_grid;
    std::size_t m_first = 0;
};

} // namespace loupe::ui
