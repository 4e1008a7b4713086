// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace loupe {

struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};

/// Categorical palettes never exceed this many hues.
constexpr int seriesColors = 8;

/// Okabe and Ito's palette for colour vision deficiency, dark hues first; a ninth series begins
/// anew.
Rgb okabeIto(int series);
/// Greys that are told apart beside each other in black-and-white print.
Rgb greySeries(int series);
/// The sequential map cividis (Nuñez, Anderton, Renslow 2018) at 0 … 1.
Rgb cividis(double place);
/// From light to dark grey at 0 … 1.
Rgb greyScale(double place);

} // namespace loupe
