// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/papercolors.h"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Indices of a meaning into Okabe and Ito's palette, where each has its own, and into the greys,
/// which hatching also distinguishes.
struct PalettePlaces {
    int okabe;
    int grey;
};

/// Returns the places of a tone that is no series; nothing for a neutral one.
std::optional<PalettePlaces> placesOf(const ChartTone &tone)
{
    switch (tone.kind) {
    case ChartTone::Kind::Neutral:
        return std::nullopt;
    case ChartTone::Kind::Faster:
        return PalettePlaces{0, 4};
    case ChartTone::Kind::Slower:
        return PalettePlaces{3, 3};
    default:
        break;
    }
    switch (tone.outcome) {
    case Outcome::Correct:
    case Outcome::Flagged:
        return PalettePlaces{2, 0};
    case Outcome::Wrong:
        return PalettePlaces{1, 1};
    case Outcome::NoBuild:
        return PalettePlaces{6, 2};
    case Outcome::Crash:
        return PalettePlaces{5, 5};
    case Outcome::Timeout:
        return PalettePlaces{4, 7};
    default:
        return std::nullopt;
    }
}

} // namespace

Rgb toneRgb(const ChartTone &tone, FigurePalette palette)
{
    constexpr std::uint8_t grey = 0x59;
    const bool isGrey = palette == FigurePalette::Grey;
    if (tone.kind == ChartTone::Kind::Series)
        return isGrey ? greySeries(tone.series) : seriesHue(tone.series);
    const auto places = placesOf(tone);
    if (!places)
        return {grey, grey, grey};
    return isGrey ? greySeries(places->grey) : okabeIto(places->okabe);
}

} // namespace loupe
