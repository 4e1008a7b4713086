// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figurepreview.h"

#include "ui/figures/figureexport.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QPainter>

namespace loupe::ui {

FigurePreview::FigurePreview(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setAccessibleName(tr("Preview of the figure"));
}

void FigurePreview::showFigure(const PaperFigure &figure)
{
    m_figure = figure;
    m_why.clear();
    setAccessibleDescription(toQt(figure.caption));
    draw();
}

void FigurePreview::say(const QString &why)
{
    m_figure.reset();
    m_image = {};
    m_why = why;
    setMinimumSize(0, 0);
    updateGeometry();
    update();
}

void FigurePreview::setVision(ColorVision vision)
{
    m_vision = vision;
    draw();
}

void FigurePreview::draw()
{
    if (!m_figure)
        return;
    const ChartPainter chart = figurePainter(*m_figure);
    const QSizeF area = chart.layout().area.size();
    const double scale = logicalDpiX() / (72.0 * paperUnit);
    const double ratio = devicePixelRatioF();
    QImage image((area * scale * ratio).toSize(), QImage::Format_RGB32);
    image.fill(chart.style().paper);
    {
        QPainter painter(&image);
        painter.scale(scale * ratio, scale * ratio);
        chart.paint(painter);
    }
    m_image = seenBy(image, m_vision);
    m_image.setDevicePixelRatio(ratio);
    setMinimumSize(sizeHint());
    updateGeometry();
    update();
}

QSize FigurePreview::sizeHint() const
{
    const int margin = 2 * m_theme.unit();
    if (m_image.isNull())
        return {40 * m_theme.unit(), 20 * m_theme.unit()};
    return m_image.deviceIndependentSize().toSize() + QSize(2 * margin, 2 * margin);
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
    const QSize size = m_image.deviceIndependentSize().toSize();
    const QPoint corner((width() - size.width()) / 2, (height() - size.height()) / 2);
    painter.drawImage(corner, m_image);
    painter.setPen(m_theme.color(Token::Line));
    painter.drawRect(QRect(corner, size).adjusted(-1, -1, 0, 0));
}

} // namespace loupe::ui
