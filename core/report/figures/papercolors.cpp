// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/papercolors.h"

#include <cstdint>

#include <fmt/format.h>

namespace loupe {

static constexpr int noPlace = -1;

namespace {

/// Returns an index into Okabe and Ito's palette; each meaning has its own.
int okabePlace(const ChartTone &tone)
{
    switch (tone.kind) {
    case ChartTone::Kind::Faster:
        return 0;
    case ChartTone::Kind::Slower:
        return 3;
    default:
        break;
    }
    switch (tone.outcome) {
    case Outcome::Correct:
    case Outcome::Flagged:
        return 2;
    case Outcome::Wrong:
        return 1;
    case Outcome::NoBuild:
        return 6;
    case Outcome::Crash:
        return 5;
    case Outcome::Timeout:
        return 4;
    default:
        break;
    }
    return noPlace;
}

/// Returns an index into the greys, which hatching also distinguishes.
int greyPlace(const ChartTone &tone)
{
    switch (tone.kind) {
    case ChartTone::Kind::Faster:
        return 4;
    case ChartTone::Kind::Slower:
        return 3;
    default:
        break;
    }
    switch (tone.outcome) {
    case Outcome::Correct:
    case Outcome::Flagged:
        return 0;
    case Outcome::Wrong:
        return 1;
    case Outcome::NoBuild:
        return 2;
    case Outcome::Crash:
        return 5;
    case Outcome::Timeout:
        return 7;
    default:
        break;
    }
    return noPlace;
}

} // namespace

Rgb toneRgb(const ChartTone &tone, FigurePalette palette)
{
    constexpr std::uint8_t grey = 0x59;
    const bool isGrey = palette == FigurePalette::Grey;
    if (tone.kind == ChartTone::Kind::Series)
        return isGrey ? greySeries(tone.series) : seriesHue(tone.series);
    int place = noPlace;
    if (tone.kind != ChartTone::Kind::Neutral)
        place = isGrey ? greyPlace(tone) : okabePlace(tone);
    if (place == noPlace)
        return {grey, grey, grey};
    return isGrey ? greySeries(place) : okabeIto(place);
}

} // namespace loupe
