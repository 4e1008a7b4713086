// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chartcolors.h"

#include <QColor>

namespace loupe::ui {

class Theme;

/// Colours of charts that are no tokens, because they only tell things apart. Those of paper are
/// core/model/chartcolors.h.
/// Of methods, or of whatever else is laid over each other; beside it stand dashes and a letter.
QColor seriesColor(const Theme &theme, int series);
QColor toQt(const Rgb &color);

/// Colours on paper.
QColor paperWhite();
QColor paperBlack();
QColor paperGrey(); ///< secondary text and what is not known: readable on white

} // namespace loupe::ui
