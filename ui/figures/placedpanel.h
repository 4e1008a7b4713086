// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"
#include "ui/figures/axislabels.h"

#include <QRectF>
#include <QString>

#include <cstddef>

namespace loupe::ui {

/// Where a panel's plot stands, and the one mapping between its numbers and the painter's units.
struct PlacedPanel {
    const ChartPanel *panel = nullptr;
    QRectF frame;  ///< with titles and labels
    QRectF plot;   ///< the area of the marks
    QRectF strips; ///< between title and plot; empty without strips
    double stripHeight = 0.0;
    double stripGap = 0.0; ///< below each
    QString title;         ///< shortened to the room there is
    QString note;          ///< beside the title or on a line below it
    AxisLabels x;          ///< empty where a panel below shows the same axis
    AxisLabels y;          ///< empty where a panel to the left does
    bool hasXTitle = false;
    bool hasYTitle = false;
    bool isNoteBelow = false;
    bool isDownward = false; ///< rows of cells are counted from the top

    /// A strip's bar among `strips`, without the swatch of its series.
    QRectF stripRow(std::size_t strip) const;
    QRectF stripSwatch(std::size_t strip) const;
    double xOf(double value) const;
    double yOf(double value) const;
    /// Of a bar on its own scale: a share of the plot above the y axis' 0, or below it.
    double yOfShare(double share) const;
    double xAt(double position) const;
    double yAt(double position) const;
};

} // namespace loupe::ui
