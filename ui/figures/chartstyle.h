// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chart.h"
#include "core/model/saved/chartcolors.h"

#include <QBrush>
#include <QColor>
#include <QFont>

#include <array>
#include <string>

namespace loupe::ui {

class Theme;

/// Fonts, colours and widths of a chart, in painter units. On a screen one unit is a pixel; on
/// paper it is a point / paperUnit, so that font sizes are integers.
struct ChartStyle {
    QFont text;        ///< ticks, legend, labels
    QFont title;       ///< of a panel
    double unit = 8.0; ///< base of all spacing
    double axisWidth = 1.0;
    double lineWidth = 1.6;  ///< of lines, whiskers, outlines
    double dotScale = 1.0;   ///< factor of the radius of dots
    float dotOpacity = 0.8F; ///< overlapping dots are translucent
    QColor paper;
    QColor ink;
    QColor dim; ///< notes, tick labels
    QColor axis;
    QColor grid; ///< invalid: no grid
    QColor faster;
    QColor slower;
    QColor neutral;
    QColor accent;                  ///< frame around the mark under the pointer
    std::array<QColor, 9> outcomes; ///< in the order of the enum
    std::array<QColor, seriesColors> series;
    bool isGrey = false;           ///< hatching and symbols also distinguish series
    bool hasTitle = false;         ///< draws the chart's title above it; papers use the caption
    bool hasLetters = false;       ///< draws "(a)", "(b)" before panel titles
    bool hasPanelNotes = true;     ///< draws the denominators
    bool hasLettersAtLines = true; ///< labels series at their lines if there are several
    bool sharesX = true; ///< an x axis shared by all panels is labelled once, at the bottom
    int columns = 0;     ///< number of panel columns; 0: chosen by the shape of the area

    QColor color(const ChartTone &tone) const;
    /// Returns the colour at `place` (0 … 1) of the colour map.
    QColor mapColor(double place) const;
};

/// Returns a style with the application's colours and fonts.
ChartStyle screenStyle(const Theme &theme);

enum class PaperPalette {
    ColorBlindSafe, ///< Okabe–Ito, cividis; series differ in hue, dashes and letters
    Grey,           ///< greys with hatching, for black-and-white print
};

/// Units of the painter in one point (1/72 inch) on paper.
constexpr double paperUnit = 10.0;

/// Returns the font family of a figure; the default is DejaVu Sans, which is installed with the
/// program.
QString paperFontFamily(const std::string &family);

/// Returns a style with white paper, black axes of half a point, and text of that family.
ChartStyle paperStyle(PaperPalette palette, double fontPoints, const std::string &family = {});

} // namespace loupe::ui
