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

/// Series that are told apart by hue, dashes and letter; more become small multiples.
constexpr int seriesColors = 6;

/// Hues of methods, or of whatever else is laid over each other, on white. None is that of an
/// outcome, of faster or of slower.
Rgb seriesHue(int series);
/// Okabe and Ito's palette for colour vision deficiency, dark hues first: what became of kernels.
Rgb okabeIto(int place);
/// Greys that are told apart beside each other in black-and-white print.
Rgb greySeries(int series);
/// Lengths of its dashes and of the gaps between, in widths of its line; empty: it has none.
std::span<const double> seriesDash(int series);
/// What tells a series apart where its hue does not: a letter at its line.
char seriesLetter(int series);
/// The sequential map cividis (Nuñez, Anderton, Renslow 2018) at 0 … 1.
Rgb cividis(double place);
/// From light to dark grey at 0 … 1.
Rgb greyScale(double place);

} // namespace loupe
