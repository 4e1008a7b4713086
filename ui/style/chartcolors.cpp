// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/chartcolors.h"

#include "ui/style/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe::ui {

namespace {

using SeriesPalette = std::array<QRgb, seriesColors>;

constexpr SeriesPalette lightSeries{0xFF2F6FDE, 0xFFD9822B, 0xFF1B7F5C, 0xFF9B2C6F,
                                    0xFF5B4BB5, 0xFF1E93A8, 0xFFC4491D, 0xFF8A5A00};
constexpr SeriesPalette darkSeries{0xFF7DA9FF, 0xFFF0A860, 0xFF4CC79A, 0xFFE58AC0,
                                   0xFFA99BFF, 0xFF6CCFE0, 0xFFFF8A5C, 0xFFE0B04C};
constexpr SeriesPalette okabeItoSeries{0xFF0072B2, 0xFFD55E00, 0xFF009E73, 0xFFE69F00,
                                       0xFF56B4E9, 0xFFCC79A7, 0xFF000000, 0xFFF0E442};
constexpr SeriesPalette greys{0xFF303030, 0xFF9A9A9A, 0xFF666666, 0xFFC4C4C4,
                              0xFF000000, 0xFF7F7F7F, 0xFFB0B0B0, 0xFF4A4A4A};

constexpr std::array<QRgb, 17> cividisStops{
    0xFF00224E, 0xFF002E6A, 0xFF1A386F, 0xFF32436D, 0xFF434E6C, 0xFF535A6D,
    0xFF61656F, 0xFF6F7073, 0xFF7D7C78, 0xFF8C8878, 0xFF9B9476, 0xFFABA072,
    0xFFBCAE6C, 0xFFCDBB63, 0xFFDEC958, 0xFFF0D846, 0xFFFEE838};

QColor seriesFrom(const SeriesPalette &palette, int series)
{
    const int place = std::max(0, series) % seriesColors;
    return QColor::fromRgb(palette[static_cast<std::size_t>(place)]);
}

} // namespace

QColor seriesColor(const Theme &theme, int series)
{
    return seriesFrom(theme.isDark() ? darkSeries : lightSeries, series);
}

QColor okabeIto(int series)
{
    return seriesFrom(okabeItoSeries, series);
}

QColor greySeries(int series)
{
    return seriesFrom(greys, series);
}

QColor cividis(double place)
{
    constexpr auto last = static_cast<double>(cividisStops.size() - 1);
    const double at = std::clamp(place, 0.0, 1.0) * last;
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, cividisStops.size() - 1);
    const double share = at - std::floor(at);
    const QColor from = QColor::fromRgb(cividisStops[below]);
    const QColor to = QColor::fromRgb(cividisStops[above]);
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * (1 - share) + b * share));
    };
    return QColor(mix(from.red(), to.red()), mix(from.green(), to.green()),
                  mix(from.blue(), to.blue()));
}

QColor greyScale(double place)
{
    constexpr double lightest = 0xF0;
    constexpr double darkest = 0x20;
    const auto level = static_cast<int>(
        std::lround(lightest + (darkest - lightest) * std::clamp(place, 0.0, 1.0)));
    return QColor(level, level, level);
}

QColor paperWhite()
{
    return QColor::fromRgb(0xFFFFFFFF);
}

QColor paperBlack()
{
    return QColor::fromRgb(0xFF000000);
}

QColor paperGrey()
{
    return QColor::fromRgb(0xFF595959);
}

QColor paperGrid()
{
    return QColor::fromRgb(0xFFE3E3E3);
}

} // namespace loupe::ui
