// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/rowground.h"

#include "ui/style/theme.h"

#include <QPainter>

namespace loupe::ui {

void paintSelected(QPainter &painter, const QRect &cell, const Theme &theme)
{
    painter.fillRect(cell, theme.color(Token::AccentTint));
    if (theme.hasTints())
        return;
    constexpr int thickness = 2;
    const QColor line = theme.color(Token::Accent);
    painter.fillRect(QRect(cell.left(), cell.top(), cell.width(), thickness), line);
    painter.fillRect(QRect(cell.left(), cell.bottom() - thickness, cell.width(), thickness), line);
}

void paintBrushed(QPainter &painter, const QRect &cell, bool isFirst, const Theme &theme)
{
    constexpr int thickness = 4;
    painter.fillRect(cell, theme.color(Token::Brushed));
    if (!theme.hasTints() && isFirst)
        painter.fillRect(QRect(cell.left(), cell.top(), thickness, cell.height()),
                         theme.color(Token::Accent));
}

} // namespace loupe::ui
