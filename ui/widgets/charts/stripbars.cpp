// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/stripbars.h"

#include "ui/text/words.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr float tint = 0.35F;

std::int64_t sumOf(const StripBars::Bar &bar)
{
    std::int64_t out = 0;
    for (const StripBars::Part &part : bar.parts)
        out += part.count;
    return out;
}

QString sentenceOf(const StripBars::Bar &bar)
{
    QStringList parts;
    for (const StripBars::Part &part : bar.parts)
        parts.append(u"%1 %2"_s.arg(part.name, countText(part.count)));
    QString out = parts.join(u", "_s);
    if (!bar.name.isEmpty())
        out = u"%1: %2"_s.arg(bar.name, out);
    return bar.note.isEmpty() ? out : u"%1; %2"_s.arg(out, bar.note);
}

} // namespace

StripBars::StripBars(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StripBars::setBars(std::vector<Bar> bars)
{
    m_bars = std::move(bars);
    QStringList sentences;
    for (const Bar &bar : m_bars)
        sentences.append(sentenceOf(bar));
    setAccessibleDescription(sentences.join(u". "_s));
    updateGeometry();
    update();
}

QSize StripBars::sizeHint() const
{
    const int unit = m_theme.unit();
    const auto rows = static_cast<int>(m_bars.size());
    return {20 * unit, rows * 3 * unit + 5 * unit}; // two lines for the legend
}

double StripBars::nameWidth() const
{
    const QFontMetricsF metrics(m_theme.uiFont());
    double widest = 0;
    for (const Bar &bar : m_bars)
        widest = std::max(widest, metrics.horizontalAdvance(bar.name));
    return widest > 0 ? std::min(widest, width() * 0.35) + m_theme.unit() : 0;
}

double StripBars::noteWidth() const
{
    const QFontMetricsF metrics(m_theme.captionFont());
    double widest = 0;
    for (const Bar &bar : m_bars) {
        if (sumOf(bar) > 0)
            widest = std::max(widest, metrics.horizontalAdvance(bar.note));
    }
    return widest > 0 ? widest + m_theme.unit() : 0;
}

QRectF StripBars::barBox(std::size_t bar) const
{
    const double unit = m_theme.unit();
    const double left = nameWidth();
    return {left, static_cast<double>(bar) * 3 * unit + unit / 2, width() - left - noteWidth(),
            2 * unit};
}

void StripBars::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const Bar &bar = m_bars[i];
        const QRectF box = barBox(i);
        painter.setFont(m_theme.uiFont());
        painter.setPen(m_theme.color(Token::Text));
        const QRectF name(0, box.top(), box.left() - m_theme.unit(), box.height());
        painter.drawText(
            name, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(m_theme.uiFont()).elidedText(bar.name, Qt::ElideRight, name.width()));
        painter.setFont(m_theme.captionFont());
        painter.setPen(m_theme.color(Token::Dim));
        if (sumOf(bar) == 0) {
            painter.drawText(QRectF(box.left(), box.top(), width() - box.left(), box.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, bar.note);
            continue;
        }
        painter.drawText(QRectF(box.right(), box.top(), width() - box.right(), box.height()),
                         Qt::AlignRight | Qt::AlignVCenter, bar.note);
        paintParts(painter, bar, box);
    }
    paintLegend(painter);
}

void StripBars::paintParts(QPainter &painter, const Bar &bar, const QRectF &box) const
{
    const auto all = static_cast<double>(sumOf(bar));
    double left = box.left();
    for (const Part &part : bar.parts) {
        const double share = box.width() * static_cast<double>(part.count) / all;
        const QRectF area(left, box.top(), share, box.height());
        left += share;
        QColor color = m_theme.color(part.token);
        if (part.isTint)
            color.setAlphaF(tint);
        painter.fillRect(area, part.isHatched ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
        const QString text = countText(part.count);
        if (QFontMetricsF(painter.font()).horizontalAdvance(text) + 4 > share)
            continue;
        painter.setPen(m_theme.color(part.isTint || part.isHatched ? Token::Text : Token::Panel));
        painter.drawText(area, Qt::AlignCenter, text);
    }
}

void StripBars::paintLegend(QPainter &painter) const
{
    if (m_bars.empty())
        return;
    const double unit = m_theme.unit();
    double top = static_cast<double>(m_bars.size()) * 3 * unit + unit / 2;
    double left = 0;
    painter.setFont(m_theme.captionFont());
    const QFontMetricsF metrics(m_theme.captionFont());
    for (const Part &part : m_bars.front().parts) {
        const double wanted = std::min(metrics.horizontalAdvance(part.name) + 1, width() * 0.42);
        if (left > 0 && left + wanted + 1.5 * unit > width()) {
            left = 0;
            top += 2 * unit;
        }
        QColor color = m_theme.color(part.token);
        if (part.isTint)
            color.setAlphaF(tint);
        const QRectF swatch(left, top + unit * 0.5, unit, unit);
        painter.fillRect(swatch, part.isHatched ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
        painter.setPen(m_theme.color(Token::Dim));
        painter.drawText(QRectF(left + 1.5 * unit, top, wanted, 2 * unit),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(part.name, Qt::ElideMiddle, wanted));
        left += wanted + 3 * unit;
    }
}

QString StripBars::textAt(const QPointF &position) const
{
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const QRectF box = barBox(i);
        if (position.y() >= box.top() && position.y() <= box.bottom())
            return sentenceOf(m_bars[i]);
    }
    return {};
}

bool StripBars::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), textAt(QPointF(help->pos())), this);
    return true;
}

} // namespace loupe::ui
