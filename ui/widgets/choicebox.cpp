// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choicebox.h"

#include "ui/style/theme.h"

#include <QPainter>
#include <QPolygonF>

namespace loupe::ui {

ChoiceBox::ChoiceBox(const Theme &theme, QWidget *parent) : QComboBox(parent), m_theme(theme)
{
    setSizeAdjustPolicy(AdjustToContents);
}

void ChoiceBox::paintEvent(QPaintEvent *event)
{
    QComboBox::paintEvent(event);
    QPainter painter(this);
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
