// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/budgetbar.h"

#include "ui/style/theme.h"

#include <QPainter>

#include <algorithm>

namespace loupe::ui {

BudgetBar::BudgetBar(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BudgetBar::setShares(double spent, double reserved)
{
    if (spent == m_spent && reserved == m_reserved)
        return;
    m_spent = spent;
    m_reserved = reserved;
    update();
}

QSize BudgetBar::sizeHint() const
{
    return {m_theme.unit() * 16, m_theme.unit() * 3 / 2};
}

void BudgetBar::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const QRectF box = rect();
    const double spent = std::clamp(m_spent, 0.0, 1.0) * box.width();
    const double both = std::clamp(m_spent + m_reserved, 0.0, 1.0) * box.width();
    painter.fillRect(box, m_theme.color(Token::Track));
    const QRectF open(spent, 0, both - spent, box.height());
    painter.fillRect(open, m_theme.color(Token::Panel));
    painter.fillRect(open, QBrush(m_theme.color(Token::Accent), Qt::BDiagPattern));
    painter.fillRect(QRectF(0, 0, spent, box.height()), m_theme.color(Token::Accent));
    painter.setPen(m_theme.color(Token::Text)); // line at the limit
    painter.drawLine(box.topRight() - QPointF(1, 0), box.bottomRight() - QPointF(1, 0));
}

} // namespace loupe::ui
