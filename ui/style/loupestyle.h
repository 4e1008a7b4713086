// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace loupe::ui {

/// Fusion style with check boxes whose outline is visible on a dark panel. Colours come from the
/// palette.
class LoupeStyle final : public QProxyStyle
{
    Q_OBJECT
public:
    LoupeStyle();
    /// Draws spin boxes: the style sheet could only draw their arrows from image files.
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                            QPainter *painter, const QWidget *widget) const override;
    /// Makes spin boxes as high as the line edits beside them.
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents,
                           const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
};

} // namespace loupe::ui
