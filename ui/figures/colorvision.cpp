// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/colorvision.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe::ui {

namespace {

using VisionMatrix = std::array<double, 9>;

// Table 1 of the paper, severity 1.0.
constexpr VisionMatrix protanopia{0.152286, 1.052583,  -0.204868, 0.114503, 0.786281,
                                  0.099216, -0.003882, -0.048116, 1.051998};
constexpr VisionMatrix deuteranopia{0.367322, 0.860646,  -0.227968, 0.280085, 0.672501,
                                    0.047413, -0.011820, 0.042940,  0.968881};
constexpr VisionMatrix tritanopia{1.255528, -0.076749, -0.178779, -0.078411, 0.930809,
                                  0.147602, 0.004733,  0.691367,  0.303900};
constexpr VisionMatrix luminance{0.2126, 0.7152, 0.0722, 0.2126, 0.7152,
                                 0.0722, 0.2126, 0.7152, 0.0722};

const VisionMatrix &matrixOf(ColorVision vision)
{
    switch (vision) {
    case ColorVision::Protanopia:
        return protanopia;
    case ColorVision::Deuteranopia:
        return deuteranopia;
    case ColorVision::Tritanopia:
        return tritanopia;
    case ColorVision::Grey:
    case ColorVision::Full:
        break;
    }
    return luminance;
}

/// Returns the sRGB transfer curve for the 256 levels.
std::array<double, 256> linearLevels()
{
    std::array<double, 256> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double level = static_cast<double>(i) / 255.0;
        out[i] = level <= 0.04045 ? level / 12.92 : std::pow((level + 0.055) / 1.055, 2.4);
    }
    return out;
}

int levelOf(double linear)
{
    const double cut = std::clamp(linear, 0.0, 1.0);
    const double level = cut <= 0.0031308 ? cut * 12.92 : 1.055 * std::pow(cut, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(level * 255.0));
}

} // namespace

QImage seenBy(const QImage &image, ColorVision vision)
{
    if (vision == ColorVision::Full)
        return image;
    static const std::array<double, 256> linear = linearLevels();
    const VisionMatrix &m = matrixOf(vision);
    QImage out = image.convertToFormat(QImage::Format_RGB32);
    out.setDevicePixelRatio(image.devicePixelRatio());
    QRgb last = 0;
    QRgb lastSeen = 0;
    bool hasLast = false;
    for (int y = 0; y < out.height(); ++y) {
        auto *pixels = reinterpret_cast<QRgb *>(out.scanLine(y));
        for (int x = 0; x < out.width(); ++x) {
            // Charts have large areas of one colour, so the last result is cached.
            if (!hasLast || pixels[x] != last) {
                last = pixels[x];
                hasLast = true;
                const double r = linear[static_cast<std::size_t>(qRed(last))];
                const double g = linear[static_cast<std::size_t>(qGreen(last))];
                const double b = linear[static_cast<std::size_t>(qBlue(last))];
                lastSeen = qRgb(levelOf(m[0] * r + m[1] * g + m[2] * b),
                                levelOf(m[3] * r + m[4] * g + m[5] * b),
                                levelOf(m[6] * r + m[7] * g + m[8] * b));
            }
            pixels[x] = lastSeen;
        }
    }
    return out;
}

} // namespace loupe::ui
