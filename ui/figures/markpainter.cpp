// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/markpainter.h"

#include "ui/figures/hatching.h"
#include "ui/style/outcomeshape.h"
#include "ui/text/words.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe::ui {

namespace {

constexpr double paleShare = 0.25;
constexpr double bandShare = 0.18;
constexpr double flowShare = 0.45;

QColor mixed(const QColor &color, const QColor &paper, double share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return QColor(mix(color.red(), paper.red()), mix(color.green(), paper.green()),
                  mix(color.blue(), paper.blue()));
}

/// What distinguishes a series without colour; 0 for other tones.
int patternOf(const ChartTone &tone)
{
    switch (tone.kind) {
    case ChartTone::Kind::Series:
        return tone.series;
    case ChartTone::Kind::Slower:
        return 1;
    case ChartTone::Kind::Outcome:
        return static_cast<int>(tone.outcome);
    default:
        return 0;
    }
}

/// Dashes of a line that is told apart by them, in widths of its pen.
QList<qreal> greyDashes(int series)
{
    switch (series % 4) {
    case 1:
        return {4, 2};
    case 2:
        return {1, 1.5};
    case 3:
        return {5, 1.5, 1, 1.5};
    default:
        return {};
    }
}

QPen linePen(const QColor &color, const ChartLine &line, const ChartStyle &style)
{
    QPen pen(color, style.lineWidth);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    QList<qreal> dashes;
    if (line.isDashed)
        dashes = {3, 2};
    else if (style.isGrey)
        dashes = greyDashes(patternOf(line.tone));
    if (!dashes.isEmpty())
        pen.setDashPattern(dashes);
    return pen;
}

class MarkPainter
{
public:
    MarkPainter(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style,
                std::span<const PlacedMark> marks, std::size_t firstMark,
                const std::vector<bool> &shown)
        : m_painter(painter)
        , m_placed(placed)
        , m_panel(*placed.panel)
        , m_style(style)
        , m_marks(marks)
        , m_firstMark(firstMark)
        , m_shown(shown)
    {
    }

    void paint()
    {
        bool hasLines = false;
        for (std::size_t i = 0; i < m_marks.size(); ++i) {
            const PlacedMark &mark = m_marks[i];
            const bool isPale = !isShown(i);
            if (!hasLines && mark.kind > MarkKind::Box) {
                paintLines();
                hasLines = true;
            }
            paintMark(mark, isPale);
        }
        if (!hasLines)
            paintLines();
        paintLabels();
    }

private:
    bool isShown(std::size_t place) const
    {
        const std::size_t at = m_firstMark + place;
        return at >= m_shown.size() || m_shown[at];
    }

    QColor toneColor(const ChartTone &tone, bool isPale) const
    {
        const QColor full = m_style.color(tone);
        return isPale ? mixed(full, m_style.paper, paleShare) : full;
    }

    void paintMark(const PlacedMark &mark, bool isPale)
    {
        switch (mark.kind) {
        case MarkKind::Cell:
            paintCell(mark, isPale);
            break;
        case MarkKind::Bar:
            paintBar(mark, isPale);
            break;
        case MarkKind::Box:
            paintBox(mark, isPale);
            break;
        case MarkKind::Point:
            paintPoint(mark, isPale);
            break;
        case MarkKind::Dot:
            paintDot(mark, isPale);
            break;
        case MarkKind::Flow:
            paintFlow(mark, isPale);
            break;
        case MarkKind::Node:
            paintNode(mark, isPale);
            break;
        }
    }

    void paintCell(const PlacedMark &mark, bool isPale)
    {
        const ChartCell &cell = m_panel.cells[mark.index];
        // A hair of paper between cells, as long as they are large enough to spare it.
        const double gap = std::min(mark.box.width(), mark.box.height()) > m_style.unit
            ? m_style.axisWidth / 2
            : 0.0;
        const QRectF box = mark.box.adjusted(gap, gap, -gap, -gap);
        if (cell.value) {
            const QColor full = m_style.mapColor(axisShare(m_panel.colour, *cell.value));
            m_painter.fillRect(box, isPale ? mixed(full, m_style.paper, paleShare) : full);
        } else if (cell.outcome) {
            const QColor full = m_style.outcomes[static_cast<std::size_t>(*cell.outcome)];
            const double side = std::min(box.width(), box.height());
            m_painter.fillRect(box, mixed(full, m_style.paper, isPale ? 0.08 : 0.25));
            // Too small a cell has no room for a shape: its tint is stronger instead.
            if (side >= m_style.unit * 0.7)
                paintOutcomeShape(
                    m_painter, box.adjusted(side * 0.2, side * 0.2, -side * 0.2, -side * 0.2),
                    *cell.outcome, isPale ? mixed(full, m_style.paper, paleShare) : full,
                    m_style.axisWidth);
            else
                m_painter.fillRect(box, mixed(full, m_style.paper, isPale ? 0.15 : 0.7));
        } else {
            paintHatching(m_painter, box, 1, mixed(m_style.dim, m_style.paper, 0.4),
                          m_style.unit * 0.4, m_style.axisWidth * 0.5);
        }
    }

    void fillBox(const QRectF &box, const ChartTone &tone, bool isPale)
    {
        const QColor color = toneColor(tone, isPale);
        if (tone.isHollow) {
            const double half = m_style.lineWidth / 2;
            m_painter.setPen(QPen(color, m_style.lineWidth));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(box.adjusted(half, half, -half, -half));
            return;
        }
        m_painter.fillRect(box, color);
        if (m_style.isGrey)
            paintHatching(m_painter, box, patternOf(tone), m_style.paper, m_style.unit * 0.5,
                          m_style.axisWidth);
    }

    void paintBar(const PlacedMark &mark, bool isPale)
    {
        const ChartBar &bar = m_panel.bars[mark.index];
        if (bar.isDashed) {
            if (mark.box.height() > 0) {
                QPen pen(toneColor(bar.tone, isPale), m_style.lineWidth * 0.8);
                pen.setDashPattern({2.5, 2});
                m_painter.setPen(pen);
                m_painter.setBrush(Qt::NoBrush);
                m_painter.drawRect(mark.box);
            }
        } else if (mark.box.height() > 0 && mark.box.width() > 0) {
            fillBox(mark.box, bar.tone, isPale);
        }
        if (bar.low && bar.high && std::isfinite(*bar.low) && std::isfinite(*bar.high))
            paintInterval(mark.box.center().x(), valueY(bar, *bar.low), valueY(bar, *bar.high),
                          mark.box.width(), isPale);
    }

    double valueY(const ChartBar &bar, double value) const
    {
        return bar.onShare ? m_placed.plot.bottom() - value * m_placed.plot.height()
                           : m_placed.yOf(value);
    }

    void paintInterval(double x, double low, double high, double width, bool isPale)
    {
        const double cap = std::min(m_style.unit * 0.4, width * 0.3);
        const double top = std::max(high, m_placed.plot.top());
        const double bottom = std::min(low, m_placed.plot.bottom());
        m_painter.setPen(QPen(isPale ? m_style.dim : m_style.ink, m_style.axisWidth));
        m_painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        m_painter.drawLine(QPointF(x - cap, top), QPointF(x + cap, top));
        m_painter.drawLine(QPointF(x - cap, bottom), QPointF(x + cap, bottom));
    }

    void paintBox(const PlacedMark &mark, bool isPale)
    {
        const ChartBox &box = m_panel.boxes[mark.index];
        const double x = mark.box.center().x();
        const auto y = [&](double value) {
            return std::clamp(m_placed.yOf(value), m_placed.plot.top(), m_placed.plot.bottom());
        };
        const QRectF body(QPointF(mark.box.left(), y(box.upperQuartile)),
                          QPointF(mark.box.right(), y(box.lowerQuartile)));
        const QColor ink = isPale ? m_style.dim : m_style.ink;
        m_painter.setPen(QPen(ink, m_style.axisWidth));
        m_painter.drawLine(QPointF(x, y(box.high)), QPointF(x, body.top()));
        m_painter.drawLine(QPointF(x, body.bottom()), QPointF(x, y(box.low)));
        const double cap = mark.box.width() / 4;
        m_painter.drawLine(QPointF(x - cap, y(box.high)), QPointF(x + cap, y(box.high)));
        m_painter.drawLine(QPointF(x - cap, y(box.low)), QPointF(x + cap, y(box.low)));
        const QColor full = m_style.color(box.tone);
        if (!box.tone.isHollow)
            m_painter.fillRect(body, mixed(full, m_style.paper, isPale ? 0.15 : 0.55));
        m_painter.setPen(QPen(ink, m_style.axisWidth));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(body);
        m_painter.setPen(QPen(ink, m_style.lineWidth * 1.2));
        m_painter.drawLine(QPointF(body.left(), y(box.median)),
                           QPointF(body.right(), y(box.median)));
    }

    void paintLines()
    {
        for (const ChartLine &line : m_panel.lines)
            paintBand(line);
        for (const ChartLine &line : m_panel.lines)
            paintLine(line);
    }

    void paintBand(const ChartLine &line)
    {
        QPolygonF upper;
        QPolygonF lower;
        const auto close = [&] {
            std::reverse(lower.begin(), lower.end());
            QColor color = toneColor(line.tone, !isLineShown(line));
            color.setAlphaF(bandShare);
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(color);
            if (upper.size() > 1)
                m_painter.drawPolygon(upper + lower);
            upper.clear();
            lower.clear();
        };
        for (const ChartPoint &point : line.points) {
            if (!point.low || !point.high || !std::isfinite(*point.low)
                || !std::isfinite(*point.high)) {
                close();
                continue;
            }
            const double x = m_placed.xOf(point.x);
            const QPointF high(x, clampedY(*point.high));
            const QPointF low(x, clampedY(*point.low));
            if (line.isStep && !upper.isEmpty()) {
                upper.append(QPointF(x, upper.last().y()));
                lower.append(QPointF(x, lower.last().y()));
            }
            upper.append(high);
            lower.append(low);
        }
        close();
    }

    double clampedY(double value) const
    {
        return std::clamp(m_placed.yOf(value), m_placed.plot.top(), m_placed.plot.bottom());
    }

    bool isLineShown(const ChartLine &line) const
    {
        const auto place = static_cast<std::size_t>(&line - m_panel.lines.data());
        for (std::size_t i = 0; i < m_marks.size(); ++i) {
            if (m_marks[i].kind == MarkKind::Point && m_marks[i].line == place && isShown(i))
                return true;
        }
        return false;
    }

    void paintLine(const ChartLine &line)
    {
        m_painter.setPen(linePen(toneColor(line.tone, !isLineShown(line)), line, m_style));
        m_painter.setBrush(Qt::NoBrush);
        QPolygonF path;
        const auto draw = [&] {
            if (path.size() > 1)
                m_painter.drawPolyline(path);
            path.clear();
        };
        for (const ChartPoint &point : line.points) {
            if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
                draw();
                continue;
            }
            const QPointF at(m_placed.xOf(point.x), clampedY(point.y));
            if (line.isStep && !path.isEmpty())
                path.append(QPointF(at.x(), path.last().y()));
            path.append(at);
        }
        draw();
    }

    /// Few points of a line are shown one by one; many would hide it.
    void paintPoint(const PlacedMark &mark, bool isPale)
    {
        constexpr std::size_t few = 24;
        const ChartLine &line = m_panel.lines[mark.line];
        if (line.points.size() > few || (line.isDashed && !line.tone.isHollow))
            return;
        const ChartPoint &point = line.points[mark.index];
        const double radius = m_style.lineWidth * 1.4;
        const QPointF at(m_placed.xOf(point.x), clampedY(point.y));
        paintSymbol(at, radius, line.tone, isPale);
    }

    void paintSymbol(const QPointF &at, double radius, const ChartTone &tone, bool isPale)
    {
        const QColor color = toneColor(tone, isPale);
        m_painter.setPen(QPen(color, m_style.lineWidth * 0.8));
        m_painter.setBrush(tone.isHollow ? m_style.paper : color);
        const QRectF box(at - QPointF(radius, radius), at + QPointF(radius, radius));
        const int shape = m_style.isGrey ? patternOf(tone) % 4 : 0;
        if (shape == 1)
            m_painter.drawRect(box);
        else if (shape == 2)
            m_painter.drawPolygon(
                QPolygonF({QPointF(at.x(), box.top()), box.bottomRight(), box.bottomLeft()}));
        else if (shape == 3)
            m_painter.drawPolygon(
                QPolygonF({QPointF(at.x(), box.top()), QPointF(box.right(), at.y()),
                           QPointF(at.x(), box.bottom()), QPointF(box.left(), at.y())}));
        else
            m_painter.drawEllipse(box);
    }

    void paintDot(const PlacedMark &mark, bool isPale)
    {
        const ChartDot &dot = m_panel.dots[mark.index];
        const QPointF at = mark.box.center();
        const double radius = mark.box.width() / 2;
        if (!m_placed.plot.adjusted(-1, -1, 1, 1).contains(at))
            return;
        QColor color = toneColor(dot.tone, isPale);
        m_painter.setPen(QPen(dot.tone.isHollow ? color : m_style.paper, m_style.axisWidth));
        // Dots that lie on each other stay visible through each other.
        constexpr double fill = 0.8;
        color.setAlphaF(fill);
        m_painter.setBrush(dot.tone.isHollow ? QBrush(Qt::NoBrush) : QBrush(color));
        m_painter.drawEllipse(mark.box);
        if (!dot.isFlagged)
            return;
        m_painter.setPen(QPen(isPale ? m_style.dim : m_style.ink, m_style.axisWidth * 1.5));
        const double arm = radius + m_style.unit * 0.25;
        m_painter.drawLine(at - QPointF(arm, arm), at + QPointF(arm, arm));
        m_painter.drawLine(at - QPointF(arm, -arm), at + QPointF(arm, -arm));
    }

    void paintFlow(const PlacedMark &mark, bool isPale)
    {
        const ChartFlow &flow = m_panel.flows[mark.index];
        QColor color = m_style.color(flow.tone);
        color.setAlphaF(isPale ? flowShare * paleShare : flowShare);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawPath(mark.outline);
    }

    void paintNode(const PlacedMark &mark, bool isPale)
    {
        fillBox(mark.box, m_panel.nodes[mark.index].tone, isPale);
    }

    /// Labels last, over all marks; one that would cover another is left out.
    void paintLabels()
    {
        const QFontMetricsF metrics(m_style.text);
        m_painter.setFont(m_style.text);
        std::vector<QRectF> taken;
        for (std::size_t i = 0; i < m_marks.size(); ++i) {
            const PlacedMark &mark = m_marks[i];
            if (mark.kind != MarkKind::Bar && mark.kind != MarkKind::Node)
                continue;
            const bool isBar = mark.kind == MarkKind::Bar;
            const QString text
                = toQt(isBar ? m_panel.bars[mark.index].label : m_panel.nodes[mark.index].label);
            if (text.isEmpty())
                continue;
            const QRectF box
                = isBar ? barLabel(mark, text, metrics) : nodeLabel(mark, text, metrics);
            const bool isFree = std::none_of(taken.begin(), taken.end(), [&](const QRectF &other) {
                return other.intersects(box);
            });
            if (!isFree || box.isEmpty())
                continue;
            taken.push_back(box);
            m_painter.setPen(isShown(i) ? m_style.ink : m_style.dim);
            m_painter.drawText(QPointF(box.left(), box.top() + metrics.ascent()), text);
        }
    }

    QRectF barLabel(const PlacedMark &mark, const QString &text, const QFontMetricsF &metrics) const
    {
        const ChartBar &bar = m_panel.bars[mark.index];
        const double width = metrics.horizontalAdvance(text);
        double end = bar.value < bar.base ? mark.box.bottom() : mark.box.top();
        if (bar.high && std::isfinite(*bar.high) && bar.value >= bar.base)
            end = std::min(end, clampedY(*bar.high));
        QRectF out(mark.box.center().x() - width / 2,
                   bar.value < bar.base ? end + m_style.unit * 0.15
                                        : end - metrics.height() - m_style.unit * 0.1,
                   width, metrics.height());
        if (out.top() < m_placed.plot.top())
            out.moveTop(m_placed.plot.top());
        if (out.bottom() > m_placed.plot.bottom())
            out.moveBottom(m_placed.plot.bottom());
        out.moveLeft(std::clamp(
            out.left(), m_placed.plot.left() - m_style.unit * 0.5,
            std::max(m_placed.plot.left(), m_placed.plot.right() + m_style.unit * 0.5 - width)));
        return out;
    }

    QRectF nodeLabel(const PlacedMark &mark, const QString &text,
                     const QFontMetricsF &metrics) const
    {
        const double width = metrics.horizontalAdvance(text);
        const double gap = m_style.unit * 0.35;
        QRectF out(mark.box.right() + gap, mark.box.center().y() - metrics.height() / 2, width,
                   metrics.height());
        if (out.right() > m_placed.plot.right())
            out.moveRight(mark.box.left() - gap);
        return out;
    }

    QPainter &m_painter;
    const PlacedPanel &m_placed;
    const ChartPanel &m_panel;
    const ChartStyle &m_style;
    std::span<const PlacedMark> m_marks;
    std::size_t m_firstMark;
    const std::vector<bool> &m_shown;
};

} // namespace

void paintMarks(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style,
                std::span<const PlacedMark> marks, std::size_t firstMark,
                const std::vector<bool> &shown)
{
    MarkPainter(painter, placed, style, marks, firstMark, shown).paint();
}

void paintSwatch(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isLine,
                 const ChartStyle &style)
{
    const QColor color = style.color(tone);
    if (tone.kind == ChartTone::Kind::Outcome && !isLine && !style.isGrey) {
        paintOutcomeShape(painter, box, tone.outcome, color, style.axisWidth);
        return;
    }
    if (isLine) {
        ChartLine line;
        line.tone = tone;
        painter.setPen(linePen(color, line, style));
        painter.drawLine(QPointF(box.left(), box.center().y()),
                         QPointF(box.right(), box.center().y()));
        return;
    }
    if (tone.isHollow) {
        painter.setPen(QPen(color, style.lineWidth));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
        return;
    }
    painter.fillRect(box, color);
    if (style.isGrey)
        paintHatching(painter, box, patternOf(tone), style.paper, style.unit * 0.5,
                      style.axisWidth);
}

} // namespace loupe::ui
