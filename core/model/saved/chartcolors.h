// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace loupe {

struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};

/// Number of series that hue, dashes and letter distinguish; more become small multiples.
constexpr int seriesColors = 6;

/// Returns the hue of a method or another overlaid series, on white. It differs from those of
/// outcomes, of faster and of slower.
Rgb seriesHue(int series);
/// Returns a colour of Okabe and Ito's palette for colour vision deficiency, dark hues first; used
/// for outcomes.
Rgb okabeIto(int place);
/// Returns a grey that differs from its neighbours in black-and-white print.
Rgb greySeries(int series);
/// Returns the lengths of the dashes and gaps, in widths of the line; empty for a solid line.
std::span<const double> seriesDash(int series);
/// Returns the letter at a line, which distinguishes series of the same hue.
char seriesLetter(int series);
/// Returns the colour of the sequential map cividis (Nuñez, Anderton, Renslow 2018) at 0 … 1.
Rgb cividis(double place);
/// Returns a grey, from light to dark at 0 … 1.
Rgb greyScale(double place);

} // namespace loupe
