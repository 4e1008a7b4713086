// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chart.h"
#include "ui/figures/axislabels.h"
#include "ui/figures/chartstyle.h"
#include "ui/figures/placedpanel.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace loupe::ui {

struct PlacedLegendEntry {
    QRectF box; ///< swatch and text
    QString text;
    ChartTone tone;
};

struct PlacedColorBar {
    QRectF bar;
    ChartAxis axis;
    AxisLabels labels;
};

/// Positions of everything in a chart except its marks.
struct ChartLayout {
    QRectF area;
    QRectF titleBox; ///< empty without a title
    QString title;
    std::vector<PlacedPanel> panels;
    std::vector<PlacedLegendEntry> legend;
    std::vector<PlacedColorBar> colorBars;
    bool hasSteps = false; ///< series are drawn as outlines, and as lines in the legend
    QRectF sharedXTitle;   ///< empty if panels have their own titles
    QRectF sharedYTitle;
};

/// Arranges the panels in a grid; axes shared by all panels are labelled once. The chart must
/// outlive the layout.
ChartLayout layoutChart(const Chart &chart, const ChartStyle &style, const QRectF &area);

} // namespace loupe::ui
