// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/placedmark.h"

#include <QRectF>
#include <QString>

#include <span>
#include <vector>

namespace loupe::ui {

struct PlacedLabel {
    QRectF box;
    QString text;
    std::size_t mark = 0;  ///< its place among the marks given
    bool isLetter = false; ///< of a series, at its line
};

/// The labels of a panel's bars, nodes and strips, and the letters of its series. One that would
/// cover another, or has no room, is left out.
std::vector<PlacedLabel> placeLabels(const PlacedPanel &placed, const ChartStyle &style,
                                     std::span<const PlacedMark> marks);

} // namespace loupe::ui
