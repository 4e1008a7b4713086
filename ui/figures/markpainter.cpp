// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/markpainter.h"

#include "core/report/figures/stepoutlines.h"
#include "ui/figures/chartstyle.h"
#include "ui/figures/linepainter.h"
#include "ui/figures/marklabels.h"
#include "ui/figures/marktones.h"
#include "ui/figures/pgfdevice.h"
#include "ui/figures/placedpanel.h"
#include "ui/style/outcomeshape.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace loupe::ui {

namespace {

/// Draws the series' swatch at each strip, unless there is only one strip.
void paintStripSwatches(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style)
{
    const auto &strips = placed.panel->strips;
    for (std::size_t i = 0; i < strips.size() && strips.size() > 1; ++i) {
        if (strips[i].n > 0)
            painter.fillRect(placed.stripSwatch(i), style.color(strips[i].tone));
    }
}

/// Paints the left `share` of a part in its full colour, and the rest pale.
void paintStripPart(QPainter &painter, const QRectF &box, const ChartTone &tone, double share,
                    const ChartStyle &style)
{
    // Leaves a thin gap between parts if they are wide enough.
    const double gap = std::min(style.axisWidth / 2, box.width() / 4);
    QRectF part = box.adjusted(0, 0, -gap, 0);
    if (share < 1.0)
        fillToned(painter, part, tone, true, style);
    part.setWidth(part.width() * share);
    if (share > 0.0)
        fillToned(painter, part, tone, false, style);
}

/// Fills the first series; others only if picked, because their outlines show them.
void paintStepFill(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isPicked,
                   const ChartStyle &style)
{
    if (tone.series != 0 && !isPicked)
        return;
    QColor fill = style.color(tone);
    fill.setAlphaF(isPicked ? 0.35F : 0.13F);
    painter.fillRect(box, fill);
}

void paintStepOutlines(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style)
{
    painter.setBrush(Qt::NoBrush);
    for (const StepOutline &outline : stepOutlines(*placed.panel)) {
        QPolygonF path;
        path.reserve(static_cast<qsizetype>(outline.corners.size()));
        for (const StepOutline::Corner &corner : outline.corners)
            path.append(
                QPointF(std::clamp(placed.xOf(corner.x), placed.plot.left(), placed.plot.right()),
                        cutY(placed, corner.y)));
        painter.setPen(chartLinePen(outline.tone, false, false, style));
        painter.drawPolyline(path);
    }
}

constexpr double flowShare = 0.45;
constexpr double slimBox = 0.18; ///< for the box of a violin

class MarkPainter
{
public:
    MarkPainter(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style,
                std::span<const PlacedMark> marks, std::size_t firstMark,
                const std::vector<double> &shown)
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
        paintStripSwatches(m_painter, m_placed, m_style);
        bool hasLines = false;
        for (std::size_t i = 0; i < m_marks.size(); ++i) {
            const PlacedMark &mark = m_marks[i];
            if (!hasLines && mark.kind > MarkKind::Box) {
                paintLines();
                hasLines = true;
            }
            paintMark(mark, shownShare(i));
        }
        if (!hasLines)
            paintLines();
        paintStepOutlines(m_painter, m_placed, m_style);
        paintLabels();
    }

private:
    double shownShare(std::size_t place) const
    {
        const std::size_t at = m_firstMark + place;
        return at < m_shown.size() ? m_shown[at] : 1.0;
    }

    bool isShown(std::size_t place) const { return shownShare(place) > 0.0; }

    QColor toneColor(const ChartTone &tone, bool isPale) const
    {
        return ui::toneColor(tone, isPale, m_style);
    }

    void paintMark(const PlacedMark &mark, double share)
    {
        const bool isPale = share <= 0.0;
        switch (mark.kind) {
        case MarkKind::Strip:
            paintStripPart(m_painter, mark.box, m_panel.strips[mark.line].parts[mark.index].tone,
                           share, m_style);
            break;
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
        // Leaves a thin gap between cells if they are large enough.
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
            // A cell too small for a shape gets a stronger tint instead.
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

    void paintBar(const PlacedMark &mark, bool isPale)
    {
        const ChartBar &bar = m_panel.bars[mark.index];
        if (bar.isDashed) {
            if (mark.box.height() > 0) {
                // A light grey dashed line would be invisible in print.
                const QColor color = m_style.isGrey ? m_style.ink : toneColor(bar.tone, isPale);
                QPen pen(color, m_style.lineWidth * 0.8);
                pen.setDashPattern({2.5, 2});
                m_painter.setPen(pen);
                m_painter.setBrush(Qt::NoBrush);
                m_painter.drawRect(mark.box);
            }
        } else if (bar.isStep && !bar.tone.isHollow) {
            paintStepFill(m_painter, mark.box, bar.tone, !m_shown.empty() && !isPale, m_style);
        } else if (mark.box.height() > 0 && mark.box.width() > 0) {
            fillToned(m_painter, mark.box, bar.tone, isPale, m_style);
        }
        if (bar.low && bar.high && std::isfinite(*bar.low) && std::isfinite(*bar.high))
            paintInterval(mark.box.center().x(), valueY(bar, *bar.low), valueY(bar, *bar.high),
                          mark.box.width(), isPale);
    }

    double valueY(const ChartBar &bar, double value) const
    {
        return bar.onShare ? m_placed.yOfShare(value) : m_placed.yOf(value);
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

    /// Draws the outline symmetrically to both sides.
    void paintViolin(const PlacedMark &mark, const ChartBox &box, bool isPale)
    {
        const double x = mark.box.center().x();
        const double half = mark.box.width() / 2;
        QPolygonF outline;
        for (const ChartWidth &width : box.violin) {
            const double y
                = std::clamp(m_placed.yOf(width.at), m_placed.plot.top(), m_placed.plot.bottom());
            outline.append(QPointF(x - half * width.share, y));
            outline.prepend(QPointF(x + half * width.share, y));
        }
        const QColor full = m_style.color(box.tone);
        m_painter.setPen(QPen(isPale ? m_style.dim : full, m_style.axisWidth));
        m_painter.setBrush(box.tone.isHollow
                               ? QBrush(Qt::NoBrush)
                               : QBrush(mixed(full, m_style.paper, isPale ? 0.15 : 0.45)));
        m_painter.drawPolygon(outline);
        m_painter.setBrush(Qt::NoBrush);
    }

    void paintBox(const PlacedMark &mark, bool isPale)
    {
        const ChartBox &box = m_panel.boxes[mark.index];
        const double x = mark.box.center().x();
        const auto y = [&](double value) {
            return std::clamp(m_placed.yOf(value), m_placed.plot.top(), m_placed.plot.bottom());
        };
        const bool isViolin = !box.violin.empty();
        const double half = mark.box.width() / 2 * (isViolin ? slimBox : 1.0);
        const QRectF body(QPointF(x - half, y(box.upperQuartile)),
                          QPointF(x + half, y(box.lowerQuartile)));
        const QColor ink = isPale ? m_style.dim : m_style.ink;
        if (isViolin)
            paintViolin(mark, box, isPale);
        m_painter.setPen(QPen(ink, m_style.axisWidth));
        m_painter.drawLine(QPointF(x, y(box.high)), QPointF(x, body.top()));
        m_painter.drawLine(QPointF(x, body.bottom()), QPointF(x, y(box.low)));
        const double cap = half / 2;
        m_painter.drawLine(QPointF(x - cap, y(box.high)), QPointF(x + cap, y(box.high)));
        m_painter.drawLine(QPointF(x - cap, y(box.low)), QPointF(x + cap, y(box.low)));
        const QColor full = m_style.color(box.tone);
        if (isViolin)
            m_painter.fillRect(body, m_style.paper);
        else if (!box.tone.isHollow)
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
            paintBand(m_painter, m_placed, line, !isLineShown(line), m_style);
        for (const ChartLine &line : m_panel.lines)
            paintLine(m_painter, m_placed, line, !isLineShown(line), m_style);
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

    /// Draws single points only on lines with few points, because many would hide the line.
    void paintPoint(const PlacedMark &mark, bool isPale)
    {
        constexpr std::size_t few = 24;
        const ChartLine &line = m_panel.lines[mark.line];
        if (line.points.size() > few || (line.isDashed && !line.tone.isHollow))
            return;
        const double radius = m_style.lineWidth * 1.4;
        const QPointF at = mark.box.center();
        const QColor color = toneColor(line.tone, isPale);
        m_painter.setPen(QPen(color, m_style.lineWidth * 0.8));
        m_painter.setBrush(line.tone.isHollow ? m_style.paper : color);
        paintSymbol(m_painter, at, radius, line.tone, m_style);
    }

    void paintDot(const PlacedMark &mark, bool isPale)
    {
        const ChartDot &dot = m_panel.dots[mark.index];
        const QPointF at = mark.box.center();
        const double radius = mark.box.width() / 2;
        QColor color = toneColor(dot.tone, isPale);
        // The rim that separates dots must not consume a small one.
        const double rim = std::min(m_style.axisWidth, radius * 0.4);
        m_painter.setPen(dot.tone.isHollow ? QPen(color, m_style.axisWidth)
                                           : QPen(m_style.paper, rim));
        color.setAlphaF(m_style.dotOpacity);
        m_painter.setBrush(dot.tone.isHollow ? QBrush(Qt::NoBrush) : QBrush(color));
        paintSymbol(m_painter, at, radius, dot.tone, m_style);
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
        fillToned(m_painter, mark.box, m_panel.nodes[mark.index].tone, isPale, m_style);
    }

    /// Draws the labels above all marks.
    void paintLabels()
    {
        m_painter.setFont(m_style.text);
        const double ascent = QFontMetricsF(m_style.text).ascent();
        for (const PlacedLabel &label : placeLabels(m_placed, m_style, m_marks)) {
            m_painter.setPen(labelColor(label));
            drawChartText(m_painter, QPointF(label.box.left(), label.box.top() + ascent),
                          label.text, anchorOf(label));
        }
    }

    /// Returns the end of a label next to its mark, or the middle of one above or inside it.
    TextAnchor anchorOf(const PlacedLabel &label) const
    {
        const QRectF &mark = m_marks[label.mark].box;
        if (label.box.left() >= mark.right())
            return TextAnchor::Left;
        return label.box.right() <= mark.left() ? TextAnchor::Right : TextAnchor::Middle;
    }

    QColor labelColor(const PlacedLabel &label) const
    {
        const PlacedMark &mark = m_marks[label.mark];
        if (label.isLetter)
            return m_style.color(toneOfSeries(mark));
        // The label is in the middle of its part.
        if (mark.kind == MarkKind::Strip && shownShare(label.mark) > 0.5)
            return readableOn(m_style.color(m_panel.strips[mark.line].parts[mark.index].tone));
        return isShown(label.mark) ? m_style.ink : m_style.dim;
    }

    ChartTone toneOfSeries(const PlacedMark &mark) const
    {
        return mark.kind == MarkKind::Point ? m_panel.lines[mark.line].tone
                                            : m_panel.bars[mark.index].tone;
    }

    /// Returns ink or paper, whichever has the higher contrast with the ground.
    QColor readableOn(const QColor &ground) const
    {
        const auto apart
            = [&](const QColor &text) { return std::abs(qGray(text.rgb()) - qGray(ground.rgb())); };
        return apart(m_style.ink) > apart(m_style.paper) ? m_style.ink : m_style.paper;
    }

    QPainter &m_painter;
    const PlacedPanel &m_placed;
    const ChartPanel &m_panel;
    const ChartStyle &m_style;
    std::span<const PlacedMark> m_marks;
    std::size_t m_firstMark;
    const std::vector<double> &m_shown;
};

} // namespace

void paintMarks(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style,
                std::span<const PlacedMark> marks, std::size_t firstMark,
                const std::vector<double> &shown)
{
    MarkPainter(painter, placed, style, marks, firstMark, shown).paint();
}

void paintSwatch(QPainter &painter, const QRectF &box, const ChartTone &tone, SwatchKind kind,
                 const ChartStyle &style)
{
    const QColor color = style.color(tone);
    const double side = std::min(box.width(), box.height());
    const QRectF square(box.left(), box.center().y() - side / 2, side, side);
    const bool isOutcome = tone.kind == ChartTone::Kind::Outcome;
    if (kind == SwatchKind::Line) {
        painter.setPen(chartLinePen(tone, false, false, style));
        painter.drawLine(QPointF(box.left(), box.center().y()),
                         QPointF(box.right(), box.center().y()));
    } else if (tone.isHatched && kind == SwatchKind::Patch) {
        fillToned(painter, square, tone, false, style);
    } else if (isOutcome && (kind == SwatchKind::Symbol || !style.isGrey)) {
        paintOutcomeShape(painter, square, tone.outcome, color, style.axisWidth);
    } else if (kind == SwatchKind::Symbol) {
        painter.setPen(QPen(color, style.axisWidth));
        painter.setBrush(tone.isHollow ? QBrush(Qt::NoBrush) : QBrush(color));
        paintSymbol(painter, square.center(), side / 2, tone, style);
    } else if (tone.isHollow) {
        painter.setPen(QPen(color, style.lineWidth));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(square);
    } else {
        painter.fillRect(square, color);
        if (style.isGrey)
            paintHatching(painter, square, patternOf(tone), style.paper, style.unit * 0.5,
                          style.axisWidth);
    }
}

} // namespace loupe::ui
