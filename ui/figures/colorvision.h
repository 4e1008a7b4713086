// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

namespace loupe::ui {

/// How a picture is looked at.
enum class ColorVision { Full, Deuteranopia, Protanopia, Tritanopia, Grey };

/// The picture as it looks to such eyes, or printed in grey: Machado, Oliveira, Fernandes 2009 at
/// full severity in linear light; grey is relative luminance.
QImage seenBy(const QImage &image, ColorVision vision);

} // namespace loupe::ui
