// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace loupe::ui {

class Theme;

/// Categorical palettes never exceed this many hues.
constexpr int seriesColors = 8;

/// Colours of charts that are no tokens, because they only tell things apart.
QColor seriesColor(const Theme &theme, int series);
/// Okabe and Ito's palette for colour vision deficiency, dark hues first.
QColor okabeIto(int series);
/// Eight greys that are told apart beside each other in black-and-white print.
QColor greySeries(int series);
/// The sequential map cividis (Nuñez, Anderton, Renslow 2018) at 0 … 1.
QColor cividis(double place);
/// From light to dark grey at 0 … 1.
QColor greyScale(double place);

/// Colours on paper.
QColor paperWhite();
QColor paperBlack();
QColor paperGrey(); ///< secondary text and what is not known: readable on white
QColor paperGrid();

} // namespace loupe::ui
