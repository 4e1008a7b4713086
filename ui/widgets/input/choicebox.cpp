// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/choicebox.h"

#include "ui/style/theme.h"

#include <QPolygonF>
#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace loupe::ui {

ChoiceBox::ChoiceBox(const Theme &theme, QWidget *parent) : QComboBox(parent), m_theme(theme)
{
    setSizeAdjustPolicy(AdjustToContents);
}

void ChoiceBox::paintEvent(QPaintEvent * /*event*/)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const int room
        = style()
              ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this)
              .width();
    option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, room);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(Token::Dim));
    const double half = m_theme.unit() * 0.5;
    const QPointF center(width() - m_theme.unit() * 1.75, height() / 2.0);
    painter.drawPolygon(
        QPolygonF({center + QPointF(-half, -half * 0.6), center + QPointF(half, -half * 0.6),
                   center + QPointF(0, half * 0.6)}));
}

} // namespace loupe::ui
