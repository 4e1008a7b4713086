// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/loupestyle.h"

#include <QPainter>
#include <QPolygonF>
#include <QStyleFactory>
#include <QStyleOption>

namespace loupe::ui {

LoupeStyle::LoupeStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

void LoupeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
                               QPainter *painter, const QWidget *widget) const
{
    if (element != PE_IndicatorCheckBox) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    const bool isOn = option->state.testFlag(State_On);
    const bool isEnabled = option->state.testFlag(State_Enabled);
    const QPalette::ColorGroup group = isEnabled ? QPalette::Active : QPalette::Disabled;
    const QColor line = isEnabled ? option->palette.color(QPalette::PlaceholderText)
                                  : option->palette.color(QPalette::Disabled, QPalette::Text);
    const QColor accent = isEnabled ? option->palette.color(QPalette::Link) : line;
    const QRectF box = QRectF(option->rect).adjusted(1.5, 1.5, -1.5, -1.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isOn ? accent : line, 1));
    painter->setBrush(isOn ? accent : option->palette.color(group, QPalette::Base));
    painter->drawRoundedRect(box, 2.5, 2.5);
    if (isOn) {
        painter->setPen(QPen(option->palette.color(group, QPalette::Base), box.width() / 7,
                             Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPolyline(
            QPolygonF({QPointF(box.left() + box.width() * 0.24, box.top() + box.height() * 0.52),
                       QPointF(box.left() + box.width() * 0.43, box.top() + box.height() * 0.71),
                       QPointF(box.left() + box.width() * 0.77, box.top() + box.height() * 0.30)}));
    }
    painter->restore();
}

} // namespace loupe::ui
