// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/chartroom.h"

#include "ui/style/theme.h"
#include "ui/widgets/charts/chartpages.h"

#include <QFontMetricsF>
#include <QWidget>

#include <algorithm>
#include <cstddef>

namespace loupe::ui {

namespace {

double mapHeight(const Chart &chart, double least, const Theme &theme)
{
    const double line = QFontMetricsF(theme.captionFont()).height();
    for (const ChartPanel &panel : chart.panels) {
        if (panel.cells.empty())
            continue;
        const double cells = panel.y.most - panel.y.least;
        const bool isNamed = panel.y.ticks.size() + 1 >= static_cast<std::size_t>(cells);
        least = std::max(least, cells * (isNamed ? line * 1.1 : 1.0) + theme.unit() * 16);
    }
    return least;
}

} // namespace

double legendRoom(const Chart &chart, const Theme &theme)
{
    constexpr std::size_t inLine = 4;
    const double line = QFontMetricsF(theme.captionFont()).height();
    const std::size_t lines = (chart.legend.size() + inLine - 1) / inLine;
    return line * static_cast<double>(lines);
}

PanelSize minPanelSize(const Chart &chart, const Theme &theme)
{
    const double unit = theme.unit();
    std::size_t strips = 0;
    for (const ChartPanel &panel : chart.panels)
        strips = std::max(strips, panel.strips.size());
    return {unit * 19, unit * (15.5 + static_cast<double>(strips))};
}

HeightRange comfortableHeights(const ChartPages &pages, int width, const Theme &theme)
{
    const double unit = theme.unit();
    const double legend = legendRoom(pages.whole(), theme);
    if (!pages.hasPages())
        return {static_cast<int>(mapHeight(pages.whole(), unit * 34, theme) + legend),
                QWIDGETSIZE_MAX};
    const int least = static_cast<int>(minPanelSize(pages.whole(), theme).height + legend);
    if (pages.pages() > 1)
        return {least, QWIDGETSIZE_MAX};
    // A few panels should be neither huge nor too high for their width.
    const double each = std::max(unit * 24, width / (1.1 * pages.columns()));
    return {least, std::max(least, static_cast<int>(pages.rows() * each + legend))};
}

} // namespace loupe::ui
