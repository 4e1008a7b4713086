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
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
};

} // namespace loupe::ui
