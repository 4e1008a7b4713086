// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/source/diffruler.h"

#include "ui/style/theme.h"

#include <QMouseEvent>
#include <QPainter>

namespace loupe::ui {

DiffRuler::DiffRuler(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setAccessibleName(tr("Overview of the differences"));
    setToolTip(tr("Differences and diagnostics of the whole source; click to go to one"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize DiffRuler::sizeHint() const
{
    return {m_theme.unit() * 3 / 2, m_theme.unit() * 8};
}

void DiffRuler::setContent(int rows, std::vector<AlignedPanes::Block> differences,
                           QList<int> problems)
{
    m_rows = rows;
    m_differences = std::move(differences);
    m_problems = std::move(problems);
    update();
}

void DiffRuler::setVisibleRows(int first, int count)
{
    m_first = first;
    m_visible = count;
    update();
}

QRectF DiffRuler::boxOf(int begin, int end) const
{
    const double scale = static_cast<double>(height()) / std::max(1, m_rows);
    constexpr double thinnest = 2;
    return {0, begin * scale, static_cast<double>(width()),
            std::max(thinnest, (end - begin) * scale)};
}

void DiffRuler::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.color(Token::CodeBackground));
    const double inset = m_theme.unit() / 4.0;
    for (const AlignedPanes::Block &block : m_differences)
        painter.fillRect(boxOf(block.begin, block.end).adjusted(inset, 0, -inset, 0),
                         m_theme.color(Token::Slower));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(Token::Wrong));
    for (const int row : m_problems) { // differs in shape, not only in colour
        const QPointF at = boxOf(row, row + 1).center();
        const double half = m_theme.unit() / 2.0;
        painter.drawPolygon(QPolygonF(
            {{half, at.y()}, {width() - 1.0, at.y() - half}, {width() - 1.0, at.y() + half}}));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(m_theme.color(Token::Dim));
    if (m_visible < m_rows)
        painter.drawRect(
            boxOf(m_first, std::min(m_rows, m_first + m_visible)).adjusted(0, 0, -1, -1));
}

void DiffRuler::request(const QMouseEvent &event)
{
    if (m_rows > 0)
        emit rowRequested(
            std::clamp(static_cast<int>(event.position().y() * m_rows / std::max(1, height())), 0,
                       m_rows - 1));
}

void DiffRuler::mousePressEvent(QMouseEvent *event)
{
    request(*event);
}

void DiffRuler::mouseMoveEvent(QMouseEvent *event)
{
    request(*event);
}

} // namespace loupe::ui
