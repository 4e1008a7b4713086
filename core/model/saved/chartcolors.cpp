// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/chartcolors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace loupe {

namespace {

constexpr int paperHues = 8;

constexpr std::array<Rgb, seriesColors> seriesHues{Rgb{0x24, 0x3B, 0x6B}, Rgb{0x0E, 0x93, 0xA5},
                                                   Rgb{0x7E, 0x96, 0x12}, Rgb{0xD1, 0x62, 0x8F},
                                                   Rgb{0xA0, 0x7A, 0x45}, Rgb{0x6B, 0x7F, 0x96}};
constexpr std::array<Rgb, paperHues> okabeItoHues{
    Rgb{0x00, 0x72, 0xB2}, Rgb{0xD5, 0x5E, 0x00}, Rgb{0x00, 0x9E, 0x73}, Rgb{0xE6, 0x9F, 0x00},
    Rgb{0x56, 0xB4, 0xE9}, Rgb{0xCC, 0x79, 0xA7}, Rgb{0x00, 0x00, 0x00}, Rgb{0xF0, 0xE4, 0x42}};
constexpr std::array<std::uint8_t, paperHues> greys{0x30, 0x9A, 0x66, 0xC4, 0x00, 0x7F, 0xB0, 0x4A};

// Every sixteenth of matplotlib's map.
constexpr std::array cividisStops{
    Rgb{0x00, 0x22, 0x4E}, Rgb{0x00, 0x2E, 0x6A}, Rgb{0x1A, 0x38, 0x6F}, Rgb{0x32, 0x43, 0x6D},
    Rgb{0x43, 0x4E, 0x6C}, Rgb{0x53, 0x5A, 0x6D}, Rgb{0x61, 0x65, 0x6F}, Rgb{0x6F, 0x70, 0x73},
    Rgb{0x7D, 0x7C, 0x78}, Rgb{0x8C, 0x88, 0x78}, Rgb{0x9B, 0x94, 0x76}, Rgb{0xAB, 0xA0, 0x72},
    Rgb{0xBC, 0xAE, 0x6C}, Rgb{0xCD, 0xBB, 0x63}, Rgb{0xDE, 0xC9, 0x58}, Rgb{0xF0, 0xD8, 0x46},
    Rgb{0xFE, 0xE8, 0x38}};

std::size_t placeAmong(int count, int series)
{
    return static_cast<std::size_t>(std::max(0, series) % count);
}

std::uint8_t mixedLevel(double from, double to, double share)
{
    return static_cast<std::uint8_t>(std::lround(from * (1 - share) + to * share));
}

} // namespace

Rgb seriesHue(int series)
{
    return seriesHues.at(placeAmong(seriesColors, series));
}

Rgb okabeIto(int place)
{
    return okabeItoHues.at(placeAmong(paperHues, place));
}

Rgb greySeries(int series)
{
    const std::uint8_t level = greys.at(placeAmong(paperHues, series));
    return {level, level, level};
}

std::span<const double> seriesDash(int series)
{
    static constexpr std::array dashed{4.0, 2.0};
    static constexpr std::array dotted{1.0, 1.5};
    static constexpr std::array dashDot{5.0, 1.5, 1.0, 1.5};
    static constexpr std::array longDashed{8.0, 2.5};
    static constexpr std::array twoDots{5.0, 1.5, 1.0, 1.5, 1.0, 1.5};
    switch (placeAmong(seriesColors, series)) {
    case 1:
        return dashed;
    case 2:
        return longDashed;
    case 3:
        return dotted;
    case 4:
        return dashDot;
    case 5:
        return twoDots;
    default:
        return {};
    }
}

char seriesLetter(int series)
{
    return static_cast<char>('A' + placeAmong(seriesColors, series));
}

Rgb cividis(double place)
{
    const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(cividisStops.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, cividisStops.size() - 1);
    const double share = at - std::floor(at);
    const Rgb &from = cividisStops.at(below);
    const Rgb &to = cividisStops.at(above);
    return {mixedLevel(from.red, to.red, share), mixedLevel(from.green, to.green, share),
            mixedLevel(from.blue, to.blue, share)};
}

Rgb greyScale(double place)
{
    constexpr double lightest = 0xF0;
    constexpr double darkest = 0x20;
    const std::uint8_t level = mixedLevel(lightest, darkest, std::clamp(place, 0.0, 1.0));
    return {level, level, level};
}

} // namespace loupe
