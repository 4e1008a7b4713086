// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/loupestyle.h"

#include <QAbstractSpinBox>
#include <QPainter>
#include <QPolygonF>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>
#include <utility>

namespace loupe::ui {

LoupeStyle::LoupeStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

namespace {

/// Draws a triangle that points up or down in the middle of a button.
void drawArrow(QPainter &painter, const QRectF &button, bool isUp, const QColor &color)
{
    const double half = std::min(button.width() * 0.28, button.height() * 0.4);
    const double rise = isUp ? -half * 0.6 : half * 0.6;
    const QPointF center = button.center();
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({center + QPointF(-half, -rise), center + QPointF(half, -rise),
                                   center + QPointF(0, rise)}));
}

} // namespace

void LoupeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                                    QPainter *painter, const QWidget *widget) const
{
    const auto *box = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    if (control != CC_SpinBox || box == nullptr) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    const bool isEnabled = box->state.testFlag(State_Enabled);
    const bool hasFocus = isEnabled && box->state.testFlag(State_HasFocus);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(box->palette.color(hasFocus ? QPalette::Link : QPalette::Mid), 1));
    painter->setBrush(box->palette.color(QPalette::Base));
    const double radius = box->fontMetrics.height() * 0.35;
    painter->drawRoundedRect(QRectF(box->rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (box->buttonSymbols != QAbstractSpinBox::NoButtons) {
        for (const auto &[button, step] :
             {std::pair(SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled),
              std::pair(SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled)}) {
            const bool canStep = isEnabled && box->stepEnabled.testFlag(step);
            // A style sheet makes the palette's dim text half transparent.
            const QColor color = box->palette.color(canStep ? QPalette::Active : QPalette::Disabled,
                                                    QPalette::Text);
            drawArrow(*painter, proxy()->subControlRect(CC_SpinBox, box, button, widget),
                      button == SC_SpinBoxUp, color);
        }
    }
    painter->restore();
}

QSize LoupeStyle::sizeFromContents(ContentsType type, const QStyleOption *option,
                                   const QSize &contents, const QWidget *widget) const
{
    QSize out = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (type == CT_SpinBox && option != nullptr) // as high as the line edits beside it
        out.setHeight(std::max(out.height(), option->fontMetrics.height() * 8 / 5));
    return out;
}

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
