// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/errorhistogram.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Slots of the axis: the bins, with a gap of one before those that are no number.
constexpr int axisSlots = errorBins + 1;
constexpr double lowestDecade = -8;
constexpr double slotsPerDecade = 2;

QString edgeText(double edge)
{
    return QString::number(edge, 'g', 3);
}

} // namespace

ErrorHistogram::ErrorHistogram(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("How far mismatches are off"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ErrorHistogram::setCounts(ErrorCounts counts, double relativeTolerance)
{
    m_counts = std::move(counts);
    m_tolerance = relativeTolerance;
    setCurrent(std::nullopt);
    setAccessibleDescription(text());
    update();
}

QString ErrorHistogram::binName(int bin)
{
    const auto &edges = errorEdgeValues();
    if (bin == notFiniteBin)
        return tr("no number");
    if (bin == 0)
        return tr("below %1").arg(edgeText(edges.front()));
    if (bin == errorEdges)
        return tr("%1 and more").arg(edgeText(edges.back()));
    const auto upper = static_cast<std::size_t>(bin);
    return tr("%1 to %2").arg(edgeText(edges.at(upper - 1)), edgeText(edges.at(upper)));
}

void ErrorHistogram::setCurrent(std::optional<int> bin)
{
    if (bin == m_current)
        return;
    m_current = bin;
    setAccessibleDescription(text());
    update();
    emit currentChanged();
}

QString ErrorHistogram::text() const
{
    if (isEmpty())
        return tr("Relative errors were not counted.");
    const auto most = std::ranges::max_element(m_counts) - m_counts.begin();
    const auto bin = static_cast<std::size_t>(m_current.value_or(static_cast<int>(most)));
    const auto all = static_cast<double>(total(m_counts));
    const QString share = shareText(all > 0 ? static_cast<double>(m_counts[bin]) / all : 0);
    const QString name = binName(static_cast<int>(bin));
    return m_current ? tr("%1: %2 (%3)").arg(name, countText(m_counts[bin]), share)
                     : tr("most: %1 (%2)").arg(name, share);
}

QSize ErrorHistogram::sizeHint() const
{
    return {24 * m_theme.unit(), 12 * m_theme.unit()};
}

QSize ErrorHistogram::minimumSizeHint() const
{
    return {14 * m_theme.unit(), 7 * m_theme.unit()};
}

QRectF ErrorHistogram::plot() const
{
    const QFontMetricsF metrics(m_theme.captionFont());
    return QRectF(rect()).adjusted(2, 2, -2, -metrics.height() - 3);
}

QRectF ErrorHistogram::slotOf(int bin) const
{
    const QRectF area = plot();
    const double width = area.width() / axisSlots;
    const int place = bin == notFiniteBin ? axisSlots - 1 : bin;
    return {area.left() + place * width, area.top(), width, area.height()};
}

double ErrorHistogram::xOf(double relative) const
{
    // The first edge is the right side of the first bin.
    const double place = 1 + slotsPerDecade * (std::log10(relative) - lowestDecade);
    const QRectF area = plot();
    return area.left()
        + std::clamp(place, 0.0, static_cast<double>(errorEdges + 1)) * area.width() / axisSlots;
}

void ErrorHistogram::paintBars(QPainter &painter) const
{
    const auto highest = static_cast<double>(std::max<std::int64_t>(1, std::ranges::max(m_counts)));
    for (int bin = 0; bin < errorBins; ++bin) {
        const std::int64_t count = m_counts[static_cast<std::size_t>(bin)];
        QRectF box = slotOf(bin).adjusted(0.5, 0, -0.5, 0);
        if (m_current == bin)
            painter.fillRect(box, m_theme.color(Token::AccentTint));
        if (count == 0)
            continue;
        // A bar of one among a million can still be seen.
        constexpr double leastPixels = 2;
        box.setTop(box.bottom()
                   - std::max(leastPixels, box.height() * static_cast<double>(count) / highest));
        painter.fillRect(box, m_theme.color(bin == notFiniteBin ? Token::Crash : Token::Wrong));
    }
}

void ErrorHistogram::paintAxis(QPainter &painter) const
{
    const QRectF area = plot();
    painter.setPen(m_theme.color(Token::Line));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setFont(m_theme.captionFont());
    painter.setPen(m_theme.color(Token::Dim));
    const QFontMetricsF metrics(painter.font());
    double free = area.left(); // labels are left out rather than laid over each other
    const auto label = [&](const QString &text, double centre) {
        const double width = metrics.horizontalAdvance(text);
        const double left = std::clamp(centre - width / 2, area.left(), area.right() - width);
        if (left < free)
            return;
        free = left + width + m_theme.unit();
        painter.drawText(QPointF(left, area.bottom() + metrics.ascent() + 2), text);
    };
    const QString last = tr("NaN");
    const double lastLeft = area.right() - metrics.horizontalAdvance(last) - m_theme.unit();
    for (const int decade : {-8, -6, -4, -2, 0, 2, 4}) {
        const double edge = std::pow(10.0, decade);
        const double x = xOf(edge);
        if (x + metrics.horizontalAdvance(edgeText(edge)) / 2 < lastLeft)
            label(edgeText(edge), x);
    }
    label(last, slotOf(notFiniteBin).center().x());
    if (m_tolerance > 0) {
        painter.setPen(QPen(m_theme.color(Token::Text), m_theme.lineWidth(), Qt::DashLine));
        const double x = xOf(m_tolerance);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
}

void ErrorHistogram::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (isEmpty()) {
        painter.setPen(m_theme.color(Token::Dim));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, text());
        return;
    }
    paintBars(painter);
    paintAxis(painter);
    if (hasFocus()) {
        painter.setPen(m_theme.color(Token::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ErrorHistogram::mouseMoveEvent(QMouseEvent *event)
{
    for (int bin = 0; bin < errorBins && !isEmpty(); ++bin) {
        if (slotOf(bin).contains(event->position())) {
            setCurrent(bin);
            return;
        }
    }
    setCurrent(std::nullopt);
}

void ErrorHistogram::leaveEvent(QEvent *)
{
    setCurrent(std::nullopt);
}

void ErrorHistogram::keyPressEvent(QKeyEvent *event)
{
    const bool isRight = event->key() == Qt::Key_Right;
    if (isEmpty() || (!isRight && event->key() != Qt::Key_Left)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int from = m_current.value_or(isRight ? -1 : errorBins);
    setCurrent(std::clamp(from + (isRight ? 1 : -1), 0, errorBins - 1));
}

void ErrorHistogram::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void ErrorHistogram::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace loupe::ui
