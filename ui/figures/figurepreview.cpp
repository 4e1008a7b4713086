// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figurepreview.h"

#include "ui/figures/figureexport.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

namespace loupe::ui {

double fittingScale(const QSizeF &figure, const QSizeF &room)
{
    if (figure.isEmpty())
        return 1.0;
    const double share = std::min(room.width() / figure.width(), room.height() / figure.height());
    return std::clamp(share, 0.0, 1.0);
}

FigurePreview::FigurePreview(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setAccessibleName(tr("Preview of the figure"));
}

void FigurePreview::showFigure(const PaperFigure &figure)
{
    m_chart.emplace(figurePainter(figure));
    m_why.clear();
    setAccessibleDescription(toQt(figure.caption));
    updateGeometry();
    draw();
}

void FigurePreview::say(const QString &why)
{
    m_chart.reset();
    m_image = {};
    m_scale = 1.0;
    m_why = why;
    updateGeometry();
    update();
}

void FigurePreview::setVision(ColorVision vision)
{
    m_vision = vision;
    draw();
}

QSizeF FigurePreview::printedSize() const
{
    return m_chart ? m_chart->layout().area.size() * (logicalDpiX() / (72.0 * paperUnit))
                   : QSizeF();
}

QRectF FigurePreview::room() const
{
    const int margin = m_theme.unit();
    return QRectF(rect()).adjusted(margin, margin, -margin, -margin - fontMetrics().height());
}

void FigurePreview::draw()
{
    if (!m_chart)
        return;
    const QSizeF printed = printedSize();
    m_scale = fittingScale(printed, room().size());
    const double ratio = devicePixelRatioF();
    const QSize pixels = (printed * m_scale * ratio).toSize();
    if (pixels.isEmpty()) { // the widget has no room yet
        m_image = {};
        return;
    }
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(m_chart->style().paper);
    {
        QPainter painter(&image);
        const double scale = m_scale * ratio * logicalDpiX() / (72.0 * paperUnit);
        painter.scale(scale, scale);
        m_chart->paint(painter);
    }
    m_image = seenBy(image, m_vision);
    m_image.setDevicePixelRatio(ratio);
    update();
}

QSize FigurePreview::sizeHint() const
{
    const int margin = 2 * m_theme.unit();
    if (!m_chart)
        return {40 * m_theme.unit(), 20 * m_theme.unit()};
    return printedSize().toSize() + QSize(margin, margin + fontMetrics().height());
}

QSize FigurePreview::minimumSizeHint() const
{
    return {20 * m_theme.unit(), 12 * m_theme.unit()};
}

QRect FigurePreview::figureRect() const
{
    if (m_image.isNull())
        return {};
    const QSize size = m_image.deviceIndependentSize().toSize();
    const QPointF middle = room().center();
    return {QPoint(static_cast<int>(std::lround(middle.x() - size.width() / 2.0)),
                   static_cast<int>(std::lround(middle.y() - size.height() / 2.0))),
            size};
}

void FigurePreview::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    draw();
}

void FigurePreview::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    if (m_image.isNull()) {
        painter.setPen(m_theme.color(Token::Dim));
        const int margin = 2 * m_theme.unit();
        painter.drawText(rect().adjusted(margin, margin, -margin, -margin),
                         Qt::AlignCenter | Qt::TextWordWrap, m_why);
        return;
    }
    const QRect place = figureRect();
    painter.drawImage(place.topLeft(), m_image);
    painter.setPen(m_theme.color(Token::Line));
    painter.drawRect(place.adjusted(-1, -1, 0, 0));
    painter.setPen(m_theme.color(Token::Dim));
    const QString note = m_scale < 1.0
        ? tr("%1 % of the printed size").arg(std::lround(m_scale * 100))
        : tr("printed size");
    painter.drawText(rect(), Qt::AlignHCenter | Qt::AlignBottom, note);
}

} // namespace loupe::ui
