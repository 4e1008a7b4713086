// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/pgfcolors.h"

#include <cstdint>

#include <fmt/format.h>

namespace loupe {

std::string pgfColor(const Rgb &color)
{
    return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", color.red, color.green, color.blue);
}

Rgb toneRgb(const ChartTone &tone, FigurePalette palette)
{
    constexpr int noSeries = -1;
    constexpr std::uint8_t grey = 0x59;
    int series = tone.series;
    switch (tone.kind) {
    case ChartTone::Kind::Faster:
        series = 0;
        break;
    case ChartTone::Kind::Slower:
        series = palette == FigurePalette::Grey ? 1 : 3;
        break;
    case ChartTone::Kind::Outcome:
        series = tone.outcome == Outcome::Correct ? 2
            : tone.outcome == Outcome::Wrong      ? 1
            : tone.outcome == Outcome::NoBuild    ? 3
            : tone.outcome == Outcome::Crash      ? 5
            : tone.outcome == Outcome::Timeout    ? 0
                                                  : noSeries;
        break;
    case ChartTone::Kind::Neutral:
        series = noSeries;
        break;
    case ChartTone::Kind::Series:
        break;
    }
    if (series == noSeries)
        return {grey, grey, grey};
    return palette == FigurePalette::Grey ? greySeries(series) : okabeIto(series);
}

} // namespace loupe
