// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/chartroom.h"

#include "ui/figures/chartstyle.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
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

PanelSize wholeTextPanelSize(const Chart &chart, const Theme &theme)
{
    const ChartStyle style = screenStyle(theme);
    const QFontMetricsF titles(style.title);
    const QFontMetricsF notes(style.text);
    const double unit = theme.unit();
    PanelSize size = minPanelSize(chart, theme);
    for (const ChartPanel &panel : chart.panels) {
        const double title = titles.horizontalAdvance(lineText(panel.title));
        const double note = notes.horizontalAdvance(lineText(panel.note));
        // Strips leave no line for the note alone. The axis takes a part of the width.
        const double text = panel.strips.empty() ? std::max(title, note) : title + note;
        size.width = std::max(size.width, std::min(text + unit * 4, unit * 30));
    }
    return size;
}

HeightRange comfortableHeights(const ChartPages &pages, int width, const Theme &theme)
{
    const double unit = theme.unit();
    const double legend = legendRoom(pages.whole(), theme);
    if (!pages.hasPages())
        return {static_cast<int>(mapHeight(pages.whole(), unit * 20, theme) + legend),
                QWIDGETSIZE_MAX};
    const int least = static_cast<int>(minPanelSize(pages.whole(), theme).height + legend);
    if (pages.pages() > 1)
        return {least, QWIDGETSIZE_MAX};
    // A few panels should be neither huge nor too high for their width.
    const double each = std::max(unit * 24, width / (1.1 * pages.columns()));
    // Panels that show their texts whole may need more rows than there are now.
    const PanelSize whole = wholeTextPanelSize(pages.whole(), theme);
    const auto columns = static_cast<int>(width / whole.width);
    const auto panels = static_cast<int>(pages.whole().panels.size());
    const int rows = columns > 0 ? (panels + columns - 1) / columns : pages.rows();
    const double most = std::max(pages.rows() * each, rows * whole.height) + legend;
    return {least, std::max(least, static_cast<int>(most))};
}

} // namespace loupe::ui
