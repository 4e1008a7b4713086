// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

namespace loupe::ui {

/// Colour vision to simulate.
enum class ColorVision { Full, Deuteranopia, Protanopia, Tritanopia, Grey };

/// Simulates a colour vision deficiency or a grey print: Machado, Oliveira, Fernandes 2009 at full
/// severity in linear light; grey is relative luminance.
QImage seenBy(const QImage &image, ColorVision vision);

} // namespace loupe::ui
