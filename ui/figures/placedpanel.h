// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chart.h"
#include "ui/figures/axislabels.h"

#include <QRectF>
#include <QString>

#include <cstddef>

namespace loupe::ui {

/// Position of a panel, and the mapping between its numbers and painter units.
struct PlacedPanel {
    const ChartPanel *panel = nullptr;
    QRectF frame;  ///< including titles and labels
    QRectF plot;   ///< area of the marks
    QRectF strips; ///< between title and plot; empty without strips
    double stripHeight = 0.0;
    double stripGap = 0.0; ///< below each strip
    QString title;         ///< shortened to the available width
    QString note;          ///< next to the title or on a line below it
    AxisLabels x;          ///< empty if a panel below shows the same axis
    AxisLabels y;          ///< empty if a panel to the left shows the same axis
    bool hasXTitle = false;
    bool hasYTitle = false;
    bool isNoteBelow = false;
    bool isDownward = false; ///< rows of cells are counted from the top

    /// Returns a strip's bar in `strips`, without the swatch of its series.
    QRectF stripRow(std::size_t strip) const;
    QRectF stripSwatch(std::size_t strip) const;
    double xOf(double value) const;
    double yOf(double value) const;
    /// Returns the y position of a share of the plot above the zero line, or below it, for bars
    /// with their own scale.
    double yOfShare(double share) const;
    /// Returns title and note if one of them does not fit; else an empty text.
    QString cutText() const;
    double xAt(double position) const;
    double yAt(double position) const;
};

} // namespace loupe::ui
