// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chartcolors.h"

#include <QColor>

namespace loupe::ui {

class Theme;

/// Chart colours that only distinguish, and so are not tokens. Colours of paper are in
/// core/model/saved/chartcolors.h.
/// Returns the colour of a method or another series, which also has dashes and a letter.
QColor seriesColor(const Theme &theme, int series);
QColor toQt(const Rgb &color);

/// Return colours for paper.
QColor paperWhite();
QColor paperBlack();
QColor paperGrey(); ///< secondary text and unknown values: readable on white

} // namespace loupe::ui
