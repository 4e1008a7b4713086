// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"
#include "core/model/chartcolors.h"

#include <QBrush>
#include <QColor>
#include <QFont>

#include <array>
#include <string>

namespace loupe::ui {

class Theme;

/// How a chart is drawn: fonts, colours and widths, in the units of the painter. On a screen one
/// unit is a pixel; on paper it is paperUnit of a point, so that fonts have whole sizes.
struct ChartStyle {
    QFont text;        ///< ticks, legend, labels
    QFont title;       ///< of a panel
    double unit = 8.0; ///< one step of the grid; everything is spaced in proportion to it
    double axisWidth = 1.0;
    double lineWidth = 1.6; ///< of lines, whiskers, outlines
    QColor paper;
    QColor ink;
    QColor dim; ///< notes, tick labels
    QColor axis;
    QColor grid; ///< not valid: no grid
    QColor faster;
    QColor slower;
    QColor neutral;
    QColor accent;                  ///< the frame around what is pointed at
    std::array<QColor, 9> outcomes; ///< in the order of the enum
    std::array<QColor, seriesColors> series;
    bool isGrey = false;       ///< series are told apart by hatching and symbols as well
    bool hasTitle = false;     ///< the chart's own title above it; papers have it in the caption
    bool hasLetters = false;   ///< "(a)", "(b)" before the titles of panels
    bool hasPanelNotes = true; ///< the denominators
    bool hasLettersAtLines = true; ///< series are named at their lines, where there are several
    bool sharesX = true; ///< an x axis that all panels have is labelled once, at the bottom
    int columns = 0;     ///< of panels; 0: what suits the shape of the area

    QColor color(const ChartTone &tone) const;
    /// On the colour map, 0 … 1.
    QColor mapColor(double place) const;
};

/// In the colours and fonts of the application.
ChartStyle screenStyle(const Theme &theme);

enum class PaperPalette {
    ColorBlindSafe, ///< Okabe–Ito, cividis; hues, dashes and letters of series
    Grey,           ///< greys with hatching, for black-and-white print
};

/// Units of the painter in one point (1/72 inch) on paper.
constexpr double paperUnit = 10.0;

/// The family of a figure's font; where the spec names none DejaVu Sans, which is installed with
/// the program.
QString paperFontFamily(const std::string &family);

/// White paper, black axes of half a point, text of that family.
ChartStyle paperStyle(PaperPalette palette, double fontPoints, const std::string &family = {});

} // namespace loupe::ui
