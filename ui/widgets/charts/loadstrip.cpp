// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/loadstrip.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QAreaSeries>
#include <QChart>
#include <QKeyEvent>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace loupe::ui {

namespace {

/// share of a lane's height; the rest separates it from the lane above
constexpr double fullLane = 0.85;

struct LaneFacts {
    double LoadShares::*share;
    Token token;
};
constexpr LaneFacts laneFacts[] = {{&LoadShares::building, Token::NoBuild},
                                   {&LoadShares::drawing, Token::Timeout},
                                   {&LoadShares::device, Token::Accent},
                                   {&LoadShares::timing, Token::Correct}};

QString laneName(std::size_t lane)
{
    switch (lane) {
    case 0:
        return LoadStrip::tr("builds");
    case 1:
        return LoadStrip::tr("inputs");
    case 2:
        return LoadStrip::tr("device");
    default:
        return LoadStrip::tr("timing");
    }
}

/// Rounds to whole percent, so that frequent updates do not flicker.
QString wholeShare(double share)
{
    return LoadStrip::tr("%1 %").arg(qRound(share * 100));
}

} // namespace

LoadStrip::LoadStrip(const Theme &theme, QWidget *parent)
    : BareChartView(tr("Builds, input generation, device and timing over the last minutes"), parent)
    , m_theme(theme)
    , m_horizontal(new QValueAxis)
    , m_vertical(new QValueAxis)
{
    chart()->addAxis(m_horizontal, Qt::AlignBottom);
    chart()->addAxis(m_vertical, Qt::AlignLeft);
    for (Lane &lane : m_lanes) {
        lane.top = new QLineSeries(this);
        lane.floor = new QLineSeries(this);
        lane.area = new QAreaSeries(lane.top, lane.floor);
        chart()->addSeries(lane.area);
        lane.area->attachAxis(m_horizontal);
        lane.area->attachAxis(m_vertical);
    }
    m_vertical->setRange(0, lanes);
    // Lane names and times are painted over the plot, because an axis has only one unit.
    m_horizontal->setVisible(false);
    m_vertical->setVisible(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, &LoadStrip::applyTheme);
    applyTheme();
}

void LoadStrip::setLoads(const std::deque<RunLoad> &loads)
{
    const bool isSame = loads.size() == m_loads.size()
        && (loads.empty() || loads.back().second == m_loads.back().second);
    if (isSame)
        return;
    const std::optional<double> chosen = m_chosen ? std::optional(current().second) : std::nullopt;
    m_loads.assign(loads.begin(), loads.end());
    m_chosen.reset();
    if (chosen) { // the selected moment moves with the data
        const auto same = std::ranges::find(m_loads, *chosen, &RunLoad::second);
        if (same != m_loads.end())
            m_chosen = static_cast<std::size_t>(same - m_loads.begin());
    }
    const double end = isEmpty() ? 0 : m_loads.back().second;
    m_horizontal->setRange(end - span, end);
    for (std::size_t i = 0; i < lanes; ++i) {
        const double floor = floorOf(i);
        QList<QPointF> top;
        double from = isEmpty() ? 0 : m_loads.front().second;
        for (const RunLoad &load : m_loads) {
            const double height = floor + fullLane * load.latest.*laneFacts[i].share;
            top.append({from, height});
            top.append({load.second, height});
            from = load.second;
        }
        m_lanes[i].top->replace(top);
        m_lanes[i].floor->replace(
            top.isEmpty() ? top
                          : QList<QPointF>{{top.first().x(), floor}, {top.last().x(), floor}});
    }
    setAccessibleDescription(text());
    viewport()->update();
}

void LoadStrip::applyTheme()
{
    setBackgroundBrush(m_theme.color(Token::Panel));
    for (std::size_t i = 0; i < lanes; ++i) {
        m_lanes[i].area->setPen(Qt::NoPen);
        m_lanes[i].area->setColor(m_theme.color(laneFacts[i].token));
    }
    updateGeometry();
    placePlot();
    viewport()->update();
}

QString LoadStrip::text() const
{
    if (isEmpty())
        return tr("No data yet.");
    QStringList parts;
    for (std::size_t i = 0; i < lanes; ++i)
        parts.append(laneName(i) + u' ' + shareText(current().latest.*laneFacts[i].share));
    return tr("%1: %2").arg(durationText(current().second), parts.join(QStringLiteral(", ")));
}

void LoadStrip::choose(std::optional<std::size_t> moment)
{
    if (moment == m_chosen)
        return;
    m_chosen = moment;
    setAccessibleDescription(text());
    viewport()->update();
}

QSize LoadStrip::sizeHint() const
{
    const int line = QFontMetrics(m_theme.captionFont()).height();
    const int lane = line + m_theme.unit() / 2;
    return {24 * m_theme.unit(), static_cast<int>(lanes) * lane + line + m_theme.unit()};
}

void LoadStrip::placePlot()
{
    const QFontMetricsF metrics(m_theme.captionFont());
    const int unit = m_theme.unit();
    double widest = 0;
    for (std::size_t i = 0; i < lanes; ++i)
        widest = std::max(widest, metrics.horizontalAdvance(laneName(i)));
    const double right = metrics.horizontalAdvance(wholeShare(1)) + 2 * unit;
    chart()->resize(viewport()->size());
    chart()->setPlotArea(
        QRectF(viewport()->rect())
            .adjusted(widest + 2 * unit, unit / 2.0, -right, -metrics.height() - unit / 2.0));
}

void LoadStrip::resizeEvent(QResizeEvent *event)
{
    BareChartView::resizeEvent(event);
    placePlot();
}

double LoadStrip::xOf(double second) const
{
    const QRectF area = chart()->plotArea();
    return area.right() - (m_loads.back().second - second) * area.width() / span;
}

void LoadStrip::paintLanes(QPainter &painter) const
{
    const QRectF area = chart()->plotArea();
    const QFontMetricsF metrics(painter.font());
    const double height = area.height() / static_cast<double>(lanes);
    for (std::size_t i = 0; i < lanes; ++i) {
        const double bottom = area.top() + static_cast<double>(i + 1) * height;
        const double baseline = bottom - (height - metrics.ascent() + metrics.descent()) / 2;
        painter.setPen(m_theme.color(Token::Line));
        painter.drawLine(QPointF(area.left(), bottom), QPointF(area.right(), bottom));
        painter.setPen(m_theme.color(Token::Text));
        painter.drawText(QPointF(m_theme.unit(), baseline), laneName(i));
        const QString share = wholeShare(current().latest.*laneFacts[i].share);
        painter.drawText(
            QPointF(viewport()->width() - m_theme.unit() - metrics.horizontalAdvance(share),
                    baseline),
            share);
    }
}

void LoadStrip::paintMinutes(QPainter &painter) const
{
    const QRectF area = chart()->plotArea();
    const QFontMetricsF metrics(painter.font());
    const double line = area.bottom() + metrics.ascent() + m_theme.unit() / 4.0;
    painter.setPen(m_theme.color(Token::Dim));
    for (int minutes = 1; minutes * 60 < span; ++minutes) {
        const double x = xOf(m_loads.back().second - minutes * 60);
        const QString text = tr("%1 min ago").arg(minutes);
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 3));
        painter.drawText(QPointF(x - metrics.horizontalAdvance(text) / 2, line), text);
    }
    const QString now = tr("now");
    painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(now), line), now);
}

void LoadStrip::drawForeground(QPainter *painter, const QRectF & /*rect*/)
{
    painter->save();
    painter->setFont(m_theme.captionFont());
    if (isEmpty()) {
        painter->setPen(m_theme.color(Token::Dim));
        painter->drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, text());
    } else {
        paintLanes(*painter);
        paintMinutes(*painter);
        if (m_chosen) {
            const QRectF area = chart()->plotArea();
            painter->setPen(QPen(m_theme.color(Token::Text), m_theme.lineWidth()));
            const double x = xOf(current().second);
            painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        }
    }
    if (hasFocus()) {
        painter->setPen(m_theme.color(Token::Accent));
        painter->drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

void LoadStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (isEmpty() || !chart()->plotArea().contains(event->position()))
        return choose(std::nullopt);
    const auto nearest = std::ranges::min_element(m_loads, {}, [&](const RunLoad &load) {
        return std::abs(xOf(load.second) - event->position().x());
    });
    choose(static_cast<std::size_t>(nearest - m_loads.begin()));
}

void LoadStrip::keyPressEvent(QKeyEvent *event)
{
    const bool isRight = event->key() == Qt::Key_Right;
    if (isEmpty() || (!isRight && event->key() != Qt::Key_Left)) {
        BareChartView::keyPressEvent(event);
        return;
    }
    const std::size_t last = m_loads.size() - 1;
    const std::size_t from = m_chosen.value_or(last);
    choose(isRight ? std::min(from + 1, last) : from - (from > 0 ? 1 : 0));
}

} // namespace loupe::ui
