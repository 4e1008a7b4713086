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
    std::size_t mark = 0;  ///< index among the given marks
    bool isLetter = false; ///< letter of a series, at its line
};

/// Places the labels of a panel's bars, nodes and strips, and the letters of its series. Labels
/// that overlap others or do not fit are left out.
std::vector<PlacedLabel> placeLabels(const PlacedPanel &placed, const ChartStyle &style,
                                     std::span<const PlacedMark> marks);

} // namespace loupe::ui
