// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/chartcolors.h"

#include "ui/style/theme.h"

#include <algorithm>
#include <array>

namespace loupe::ui {

namespace {

using ScreenSeries = std::array<QRgb, seriesColors>;

constexpr ScreenSeries lightSeries{0xFF2F6FDE, 0xFFD9822B, 0xFF1B7F5C, 0xFF9B2C6F,
                                   0xFF5B4BB5, 0xFF1E93A8, 0xFFC4491D, 0xFF8A5A00};
constexpr ScreenSeries darkSeries{0xFF7DA9FF, 0xFFF0A860, 0xFF4CC79A, 0xFFE58AC0,
                                  0xFFA99BFF, 0xFF6CCFE0, 0xFFFF8A5C, 0xFFE0B04C};

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
