// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/errorhistogram.h"

#include "core/analysis/metrics/errorshares.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QBarSet>
#include <QChart>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStackedBarSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Slots of the axis: the bins, and a gap before the one for NaN and infinity.
constexpr int axisSlots = errorBins + 1;
constexpr double lowestDecade = -8;
constexpr double slotsPerDecade = 2;

QString edgeText(double edge)
{
    return QString::number(edge, 'g', 3);
}

} // namespace

ErrorHistogram::ErrorHistogram(const Theme &theme, QWidget *parent)
    : BareChartView(tr("Size of the mismatches"), parent)
    , m_theme(theme)
    , m_series(new QStackedBarSeries)
    , m_mismatches(new QBarSet(tr("relative error")))
    , m_notFinite(new QBarSet(tr("not a number")))
    , m_horizontal(new QValueAxis)
    , m_vertical(new QValueAxis)
{
    m_series->append(m_mismatches);
    m_series->append(m_notFinite);
    m_series->setBarWidth(0.9);
    chart()->addSeries(m_series);
    chart()->addAxis(m_horizontal, Qt::AlignBottom);
    chart()->addAxis(m_vertical, Qt::AlignLeft);
    m_series->attachAxis(m_horizontal);
    m_series->attachAxis(m_vertical);
    m_horizontal->setRange(-0.5, axisSlots - 0.5);
    // Bar axes of Qt Charts cannot label the edges of bins, so labels are painted over the plot.
    m_horizontal->setVisible(false);
    m_vertical->setVisible(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&theme, &Theme::changed, this, &ErrorHistogram::applyTheme);
    applyTheme();
}

void ErrorHistogram::setCounts(ErrorCounts counts, double relativeTolerance)
{
    m_counts = std::move(counts);
    m_tolerance = relativeTolerance;
    m_current.reset();
    m_mismatches->remove(0, m_mismatches->count());
    m_notFinite->remove(0, m_notFinite->count());
    const auto highest = isEmpty()
        ? 1.0
        : static_cast<double>(std::max<std::int64_t>(1, std::ranges::max(m_counts)));
    // A bar of one among a million stays visible.
    constexpr double minShare = 0.02;
    for (int place = 0; place < axisSlots && !isEmpty(); ++place) {
        const bool isLast = place == axisSlots - 1;
        const bool isGap = place == notFiniteBin;
        const auto bin = static_cast<std::size_t>(isLast ? notFiniteBin : place);
        const double count = isGap ? 0 : static_cast<double>(m_counts[bin]);
        const double height = count > 0 ? std::max(count, highest * minShare) : 0;
        *m_mismatches << (isLast ? 0 : height);
        *m_notFinite << (isLast ? height : 0);
    }
    m_vertical->setRange(0, highest);
    setAccessibleDescription(text());
    viewport()->update();
    emit currentChanged();
}

void ErrorHistogram::applyTheme()
{
    setBackgroundBrush(m_theme.color(Token::Panel));
    for (const auto &[set, token] :
         {std::pair(m_mismatches, Token::Wrong), std::pair(m_notFinite, Token::Crash)}) {
        set->setPen(Qt::NoPen);
        set->setColor(m_theme.color(token));
    }
    placePlot();
    viewport()->update();
}

QString ErrorHistogram::binName(int bin)
{
    const auto &edges = errorEdgeValues();
    if (bin == notFiniteBin)
        return tr("not a number");
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
    viewport()->update();
    emit currentChanged();
}

QString ErrorHistogram::text() const
{
    if (isEmpty())
        return tr("Relative errors were not counted.");
    const int bin = m_current.value_or(commonestErrorBin(m_counts));
    const QString share = shareText(errorShare(m_counts, bin));
    const QString name = binName(bin);
    const std::int64_t count = m_counts[static_cast<std::size_t>(bin)];
    return m_current ? tr("%1: %2 (%3)").arg(name, countText(count), share)
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

void ErrorHistogram::placePlot()
{
    const QFontMetricsF metrics(m_theme.captionFont());
    chart()->resize(viewport()->size());
    chart()->setPlotArea(QRectF(viewport()->rect()).adjusted(2, 2, -2, -metrics.height() - 3));
}

void ErrorHistogram::resizeEvent(QResizeEvent *event)
{
    BareChartView::resizeEvent(event);
    placePlot();
}

QRectF ErrorHistogram::slotOf(int bin) const
{
    const QRectF area = chart()->plotArea();
    const double width = area.width() / axisSlots;
    const int place = bin == notFiniteBin ? axisSlots - 1 : bin;
    return {area.left() + place * width, area.top(), width, area.height()};
}

double ErrorHistogram::xOf(double relative) const
{
    // The first edge is the right side of the first bin.
    const double place = 1 + slotsPerDecade * (std::log10(relative) - lowestDecade);
    const QRectF area = chart()->plotArea();
    return area.left()
        + std::clamp(place, 0.0, static_cast<double>(errorEdges + 1)) * area.width() / axisSlots;
}

void ErrorHistogram::paintAxis(QPainter &painter) const
{
    const QRectF area = chart()->plotArea();
    painter.setPen(m_theme.color(Token::Line));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setFont(m_theme.captionFont());
    painter.setPen(m_theme.color(Token::Dim));
    const QFontMetricsF metrics(painter.font());
    double free = area.left(); // Labels are left out instead of overlapping.
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

void ErrorHistogram::drawForeground(QPainter *painter, const QRectF & /*rect*/)
{
    painter->save();
    if (isEmpty()) {
        painter->setPen(m_theme.color(Token::Dim));
        painter->drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, text());
    } else {
        paintAxis(*painter);
        if (m_current) {
            painter->setPen(QPen(m_theme.color(Token::Accent), m_theme.lineWidth()));
            painter->drawRect(slotOf(*m_current));
        }
        if (hasFocus()) {
            painter->setPen(m_theme.color(Token::Accent));
            painter->drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
        }
    }
    painter->restore();
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

void ErrorHistogram::keyPressEvent(QKeyEvent *event)
{
    const bool isRight = event->key() == Qt::Key_Right;
    if (isEmpty() || (!isRight && event->key() != Qt::Key_Left)) {
        BareChartView::keyPressEvent(event);
        return;
    }
    const int from = m_current.value_or(isRight ? -1 : errorBins);
    setCurrent(std::clamp(from + (isRight ? 1 : -1), 0, errorBins - 1));
}

} // namespace loupe::ui
