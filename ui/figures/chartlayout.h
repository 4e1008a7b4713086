// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"
#include "ui/figures/axislabels.h"
#include "ui/figures/chartstyle.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace loupe::ui {

/// Where a panel's plot stands, and the one mapping between its numbers and the painter's units.
struct PlacedPanel {
    const ChartPanel *panel = nullptr;
    QRectF frame;  ///< with titles and labels
    QRectF plot;   ///< the area of the marks
    QString title; ///< shortened to the room there is
    QString note;  ///< beside the title or on a line below it
    AxisLabels x;  ///< empty where a panel below shows the same axis
    AxisLabels y;  ///< empty where a panel to the left does
    bool hasXTitle = false;
    bool hasYTitle = false;
    bool isNoteBelow = false;
    bool isDownward = false; ///< rows of cells are counted from the top

    double xOf(double value) const;
    double yOf(double value) const;
    /// Of a bar on its own scale: a share of the plot above the y axis' 0, or below it.
    double yOfShare(double share) const;
    double xAt(double position) const;
    double yAt(double position) const;
};

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

/// Everything of a chart that is no mark, in its place.
struct ChartLayout {
    QRectF area;
    QRectF titleBox; ///< empty without a title
    QString title;
    std::vector<PlacedPanel> panels;
    std::vector<PlacedLegendEntry> legend;
    std::vector<PlacedColorBar> colorBars;
    QRectF sharedXTitle; ///< empty where panels have titles of their own
    QRectF sharedYTitle;
};

/// Lays small multiples out in a grid; axes that all panels share are labelled once. The chart must
/// outlive the layout.
ChartLayout layoutChart(const Chart &chart, const ChartStyle &style, const QRectF &area);

} // namespace loupe::ui
