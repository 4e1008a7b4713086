// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/chartcolors.h"

#include "ui/style/theme.h"

#include <algorithm>
#include <array>

namespace loupe::ui {

namespace {

using ScreenSeries = std::array<QRgb, seriesColors>;

// No series has the hue of an outcome, of faster or of slower, because series colours identify but
// do not rate. The dark ones are distinct on the black of high contrast.
constexpr ScreenSeries lightSeries{0xFF243B6B, 0xFF0E93A5, 0xFF7E9612,
                                   0xFFD1628F, 0xFFA07A45, 0xFF6B7F96};
constexpr ScreenSeries darkSeries{0xFFB9C7EE, 0xFF3CC8D8, 0xFFC3DC4A,
                                  0xFFF2A6C6, 0xFFD3B184, 0xFF9DB0C6};

} // namespace

QColor seriesColor(const Theme &theme, int series)
{
    const auto place = static_cast<std::size_t>(std::max(0, series) % seriesColors);
    return QColor::fromRgb(theme.isDark() ? darkSeries[place] : lightSeries[place]);
}

QColor toQt(const Rgb &color)
{
    return QColor(color.red, color.green, color.blue);
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

} // namespace loupe::ui
