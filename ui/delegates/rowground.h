// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRect;

namespace loupe::ui {

class Theme;

/// Paints the background of a selected cell: a tint, or lines above and below in themes without
/// tints.
void paintSelected(QPainter &painter, const QRect &cell, const Theme &theme);
/// Paints the background of a brushed row, with a bar at the left of its first cell.
void paintBrushed(QPainter &painter, const QRect &cell, bool isFirst, const Theme &theme);

} // namespace loupe::ui
