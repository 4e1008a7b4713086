// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/histogramchart.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QBarSet>
#include <QChart>
#include <QFocusEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QStackedBarSeries>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

// In units of one bin: where the failures stand left of bin 0, and half a bar's width.
constexpr double failureCenter = -1.6;
constexpr double halfBar = 0.46;
constexpr double leftEnd = -2.4;

QString octaveText(int log2)
{
    switch (log2) {
    case -3:
        return u"⅛"_s;
    case -2:
        return u"¼"_s;
    case -1:
        return u"½"_s;
    case 0:
        return u"1×"_s;
    default:
        return log2 > 0 ? QString::number(1 << log2) : u"1/"_s + QString::number(1 << -log2);
    }
}

QColor paled(const QColor &color, const QColor &paper)
{
    constexpr double kept = 0.3;
    const auto mix = [](int a, int b) { return static_cast<int>(a * kept + b * (1 - kept)); };
    return QColor(mix(color.red(), paper.red()), mix(color.green(), paper.green()),
                  mix(color.blue(), paper.blue()));
}

} // namespace

HistogramChart::HistogramChart(const Theme &theme, QWidget *parent)
    : QChartView(new QChart, parent)
    , m_theme(theme)
    , m_series(new QStackedBarSeries)
    , m_slower(new QBarSet(tr("slower")))
    , m_faster(new QBarSet(tr("faster")))
    , m_horizontal(new QValueAxis)
    , m_vertical(new QValueAxis)
{
    m_series->append(m_slower);
    m_series->append(m_faster);
    m_series->setBarWidth(2 * halfBar);
    chart()->addSeries(m_series);
    chart()->addAxis(m_horizontal, Qt::AlignBottom);
    chart()->addAxis(m_vertical, Qt::AlignLeft);
    m_series->attachAxis(m_horizontal);
    m_series->attachAxis(m_vertical);
    // Qt's bar axis cannot label bin edges: the axis is drawn over the plot instead.
    m_horizontal->setVisible(false);
    m_vertical->setVisible(false);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setMargins({});
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setRenderHint(QPainter::Antialiasing);
    setMouseTracking(true);
    setMinimumHeight(theme.unit() * 15); // a chart view has no size of its own and would collapse
    connect(&theme, &Theme::changed, this, &HistogramChart::applyTheme);
    applyTheme();
}

void HistogramChart::setHistogram(const SpeedupHistogram &histogram, const HistogramAxis &axis)
{
    const bool isFirst = m_histogram.counts.empty();
    m_histogram = histogram;
    m_axis = axis;
    if (isFirst)
        m_cursor = firstFasterBin();
    m_slower->remove(0, m_slower->count());
    m_faster->remove(0, m_faster->count());
    int highest = 1;
    for (int bin = 0; bin < m_axis.bins(); ++bin) {
        const int count = countOf(bin);
        *m_slower << (bin < firstFasterBin() ? count : 0);
        *m_faster << (bin < firstFasterBin() ? 0 : count);
        highest = std::max(highest, count);
    }
    m_horizontal->setRange(leftEnd, m_axis.bins() - 0.5);
    m_vertical->setRange(0, highest);
    setAccessibleName(tr("Speedup histogram of %1").arg(toQt(m_histogram.group)));
    QStringList bars{tr("%1 failures").arg(m_histogram.failed)};
    for (int bin = 0; bin < m_axis.bins(); ++bin)
        bars.append(tr("%1: %2").arg(barText(bin)).arg(countOf(bin)));
    setAccessibleDescription(bars.join(u", "_s));
    applyTheme();
}

void HistogramChart::setPicked(std::optional<int> bar)
{
    m_picked = bar;
    applyTheme();
}

int HistogramChart::firstFasterBin() const
{
    return -m_axis.minLog2 * m_axis.binsPerOctave;
}

int HistogramChart::countOf(int bar) const
{
    if (bar == failureBar)
        return m_histogram.failed;
    const auto bin = static_cast<std::size_t>(bar);
    return bar >= 0 && bin < m_histogram.counts.size() ? m_histogram.counts[bin] : 0;
}

const std::vector<RowId> &HistogramChart::members(int bar) const
{
    static const std::vector<RowId> nobody;
    if (bar == failureBar)
        return m_histogram.failedMembers;
    const auto bin = static_cast<std::size_t>(bar);
    return bar >= 0 && bin < m_histogram.members.size() ? m_histogram.members[bin] : nobody;
}

QString HistogramChart::barText(int bar) const
{
    if (bar == failureBar)
        return tr("failures");
    const auto edge = [this](int bin) {
        return speedupText(
            std::exp2(m_axis.minLog2 + static_cast<double>(bin) / m_axis.binsPerOctave));
    };
    if (bar <= 0)
        return tr("below %1").arg(edge(1));
    if (bar >= m_axis.bins() - 1)
        return tr("%1 and more").arg(edge(bar));
    return tr("%1 to %2").arg(edge(bar), edge(bar + 1));
}

void HistogramChart::applyTheme()
{
    const QColor paper = m_theme.color(Token::Panel);
    setBackgroundBrush(paper);
    const auto paint = [&](QBarSet *set, Token token) {
        const QColor full = m_theme.color(token);
        set->setPen(Qt::NoPen);
        set->setColor(m_picked ? paled(full, paper) : full);
        set->setSelectedColor(full);
        set->deselectAllBars();
        if (m_picked && *m_picked >= 0)
            set->selectBar(*m_picked);
    };
    paint(m_slower, Token::Slower);
    paint(m_faster, Token::Faster);
    viewport()->update();
}

void HistogramChart::placePlot()
{
    const double labels = QFontMetricsF(m_theme.captionFont()).height() + m_theme.unit() * 0.75;
    chart()->resize(viewport()->size());
    chart()->setPlotArea(
        QRectF(viewport()->rect()).adjusted(m_theme.unit(), 2, -m_theme.unit(), -labels));
}

void HistogramChart::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    placePlot();
}

double HistogramChart::xOf(double barPosition) const
{
    const QRectF plot = chart()->plotArea();
    const double span = m_axis.bins() - 0.5 - leftEnd;
    return plot.left() + (barPosition - leftEnd) / span * plot.width();
}

QRectF HistogramChart::barRect(int bar) const
{
    const QRectF plot = chart()->plotArea();
    const double center = bar == failureBar ? failureCenter : bar;
    const int highest
        = bar == failureBar ? std::max(1, m_histogram.n) : static_cast<int>(m_vertical->max());
    const double height = plot.height() * countOf(bar) / highest;
    return QRectF(QPointF(xOf(center - halfBar), plot.bottom() - height),
                  QPointF(xOf(center + halfBar), plot.bottom()));
}

std::optional<int> HistogramChart::barAt(const QPointF &position) const
{
    for (int bar = failureBar; bar < m_axis.bins(); ++bar) {
        const QRectF box = barRect(bar);
        if (position.x() >= box.left() - 1 && position.x() <= box.right() + 1
            && position.y() <= box.bottom())
            return bar;
    }
    return std::nullopt;
}

void HistogramChart::drawAxis(QPainter &painter) const
{
    const QRectF plot = chart()->plotArea();
    painter.setPen(m_theme.color(Token::Line));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.setFont(m_theme.captionFont());
    const QFontMetricsF metrics(painter.font());
    const double baseline = plot.bottom() + m_theme.unit() * 0.5 + metrics.ascent();
    const auto label = [&](double x, const QString &text) {
        const double width = metrics.horizontalAdvance(text);
        const double left = std::min(x - width / 2, plot.right() + m_theme.unit() - width);
        painter.drawText(QPointF(left, baseline), text);
    };
    painter.setPen(m_theme.color(Token::Dim));
    label(xOf(failureCenter), tr("fail"));
    for (int octave = m_axis.minLog2; octave <= m_axis.maxLog2; ++octave)
        label(xOf((octave - m_axis.minLog2) * m_axis.binsPerOctave - 0.5), octaveText(octave));
    painter.setPen(QPen(m_theme.color(Token::Text), 1.2, Qt::DotLine));
    const double one = xOf(firstFasterBin() - 0.5);
    painter.drawLine(QPointF(one, plot.top()), QPointF(one, plot.bottom()));
}

void HistogramChart::drawFailures(QPainter &painter) const
{
    const QRectF bar = barRect(failureBar);
    const bool isPale = m_picked && *m_picked != failureBar;
    const QColor full = m_theme.color(Token::Wrong);
    const QColor color = isPale ? paled(full, m_theme.color(Token::Panel)) : full;
    painter.setPen(QPen(color, 1.2, Qt::DashLine));
    painter.setBrush(m_picked == failureBar ? m_theme.color(Token::Removed)
                                            : QColor(Qt::transparent));
    if (m_histogram.failed > 0)
        painter.drawRect(bar);
    painter.setFont(m_theme.captionFont());
    painter.setPen(color);
    const QString count = countText(m_histogram.failed);
    const QFontMetricsF metrics(painter.font());
    // Inside a tall bar, above a short one; always readable.
    const bool isInside
        = bar.height() > metrics.height() + 4 && metrics.horizontalAdvance(count) < bar.width() - 2;
    const double baseline = isInside ? bar.bottom() - 4 : bar.top() - 4;
    const double clamped = std::max(baseline, chart()->plotArea().top() + metrics.ascent());
    painter.drawText(QPointF(bar.center().x() - metrics.horizontalAdvance(count) / 2, clamped),
                     count);
}

void HistogramChart::drawCursor(QPainter &painter) const
{
    if (!hasFocus())
        return;
    const QRectF plot = chart()->plotArea();
    QRectF box = barRect(m_cursor);
    box.setTop(plot.top());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.color(Token::Accent), 1));
    painter.drawRoundedRect(box.adjusted(-1, 0, 1, 1), 2, 2);
}

void HistogramChart::drawForeground(QPainter *painter, const QRectF & /*rect*/)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    drawFailures(*painter);
    drawAxis(*painter);
    drawCursor(*painter);
    painter->restore();
}

void HistogramChart::mousePressEvent(QMouseEvent *event)
{
    const auto bar = barAt(event->position());
    if (event->button() != Qt::LeftButton || !bar) {
        QChartView::mousePressEvent(event);
        return;
    }
    m_cursor = *bar;
    emit barPicked(*bar);
}

void HistogramChart::mouseMoveEvent(QMouseEvent *event)
{
    const auto bar = barAt(event->position());
    QToolTip::showText(
        event->globalPosition().toPoint(),
        bar ? tr("%1: %2 of %3")
                  .arg(barText(*bar), countText(countOf(*bar)), countText(m_histogram.n))
            : QString(),
        this);
    QChartView::mouseMoveEvent(event);
}

void HistogramChart::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        m_cursor = std::max(failureBar, m_cursor - 1);
        break;
    case Qt::Key_Right:
        m_cursor = std::min(m_axis.bins() - 1, m_cursor + 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        emit barPicked(m_cursor);
        break;
    default:
        QChartView::keyPressEvent(event);
        return;
    }
    setToolTip(tr("%1: %2").arg(barText(m_cursor), countText(countOf(m_cursor))));
    viewport()->update();
}

void HistogramChart::focusInEvent(QFocusEvent *event)
{
    QChartView::focusInEvent(event);
    viewport()->update();
}

void HistogramChart::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

} // namespace loupe::ui
