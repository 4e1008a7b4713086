// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/pgfcolors.h"

#include <cstdint>

#include <fmt/format.h>

namespace loupe {

static constexpr int noPlace = -1;

std::string pgfColor(const Rgb &color)
{
    return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", color.red, color.green, color.blue);
}

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

std::string pgfDash(const ChartTone &tone)
{
    if (tone.kind != ChartTone::Kind::Series)
        return {};
    std::string out;
    bool isOn = true;
    for (const double length : seriesDash(tone.series)) {
        out += fmt::format(" {} {:.3g}pt", isOn ? "on" : "off", length * 0.8);
        isOn = !isOn;
    }
    return out.empty() ? out : ", dash pattern=" + out.substr(1);
}

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
