// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/placedmark.h"

#include "core/report/figures/flowplaces.h"
#include "ui/figures/chartlayout.h"

#include <QPainterPath>
#include <QRectF>

#include <algorithm>
#include <cmath>
#include <vector>

namespace loupe::ui {

namespace {

/// Shapes of the nodes and flows of a Sankey diagram, parallel to the panel's lists; empty for
/// those of size 0.
struct FlowLayout {
    std::vector<QRectF> nodes;
    std::vector<QPainterPath> flows;
};

QPainterPath ribbon(const QRectF &from, double fromTop, const QRectF &to, double toTop,
                    double height)
{
    const double middle = (from.right() + to.left()) / 2;
    QPainterPath out(QPointF(from.right(), fromTop));
    out.cubicTo(middle, fromTop, middle, toTop, to.left(), toTop);
    out.lineTo(to.left(), toTop + height);
    out.cubicTo(middle, toTop + height, middle, fromTop + height, from.right(), fromTop + height);
    out.closeSubpath();
    return out;
}

/// Places nodes in columns by the x axis, in order from the top; all nodes and flows have the same
/// scale.
FlowLayout layoutFlows(const PlacedPanel &placed, const ChartStyle &style)
{
    const ChartPanel &panel = *placed.panel;
    const QRectF &plot = placed.plot;
    FlowLayout out;
    out.nodes.resize(panel.nodes.size());
    out.flows.resize(panel.flows.size());
    if (plot.height() <= 0)
        return out;
    const FlowPlaces places = flowPlaces(panel, style.unit * 0.8 / plot.height());
    const double width = style.unit * 1.2;
    const auto yOf = [&](double place) { return plot.top() + place * plot.height(); };
    for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
        if (places.nodes[i].height <= 0)
            continue;
        const double left = std::clamp(placed.xOf(panel.nodes[i].column) - width / 2, plot.left(),
                                       plot.right() - width);
        out.nodes[i]
            = QRectF(left, yOf(places.nodes[i].top), width, places.nodes[i].height * plot.height());
    }
    for (std::size_t i = 0; i < panel.flows.size(); ++i) {
        const FlowPlaces::Ribbon &each = places.flows[i];
        if (each.height > 0)
            out.flows[i] = ribbon(out.nodes[panel.flows[i].from], yOf(each.fromTop),
                                  out.nodes[panel.flows[i].to], yOf(each.toTop),
                                  each.height * plot.height());
    }
    return out;
}

bool areFinite(std::initializer_list<double> values)
{
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// Clips a box to the plot, so that values beyond an axis are drawn at its end.
QRectF cut(const QRectF &box, const QRectF &plot)
{
    const QRectF whole = box.normalized();
    const double left = std::clamp(whole.left(), plot.left(), plot.right());
    const double right = std::clamp(whole.right(), plot.left(), plot.right());
    const double top = std::clamp(whole.top(), plot.top(), plot.bottom());
    const double bottom = std::clamp(whole.bottom(), plot.top(), plot.bottom());
    return QRectF(QPointF(left, top), QPointF(right, bottom));
}

class MarkPlacer
{
public:
    MarkPlacer(const PlacedPanel &placed, std::size_t place, const ChartStyle &style,
               std::vector<PlacedMark> &out)
        : m_placed(placed)
        , m_panel(*placed.panel)
        , m_place(place)
        , m_style(style)
        , m_out(out)
    {
    }

    void strips()
    {
        for (std::size_t i = 0; i < m_panel.strips.size(); ++i) {
            const ChartStrip &strip = m_panel.strips[i];
            const QRectF row = m_placed.stripRow(i);
            int before = 0;
            for (std::size_t part = 0; part < strip.parts.size(); ++part) {
                const int count = strip.parts[part].count;
                const double left = row.left() + row.width() * before / strip.n;
                before += count;
                const double right = row.left() + row.width() * before / strip.n;
                add(MarkKind::Strip, part,
                    QRectF(QPointF(left, row.top()), QPointF(right, row.bottom())),
                    strip.parts[part].mark);
                m_out.back().line = i;
            }
        }
    }

    void cells()
    {
        for (std::size_t i = 0; i < m_panel.cells.size(); ++i) {
            const ChartCell &cell = m_panel.cells[i];
            const QRectF box(QPointF(m_placed.xOf(cell.x - 0.5), m_placed.yOf(cell.y - 0.5)),
                             QPointF(m_placed.xOf(cell.x + 0.5), m_placed.yOf(cell.y + 0.5)));
            add(MarkKind::Cell, i, box.normalized(), cell.mark);
        }
    }

    void bars()
    {
        for (std::size_t i = 0; i < m_panel.bars.size(); ++i) {
            const ChartBar &bar = m_panel.bars[i];
            if (!areFinite({bar.from, bar.to, bar.base, bar.value}))
                continue;
            double left = m_placed.xOf(bar.from);
            double right = m_placed.xOf(bar.to);
            // Neighbouring bins have a thin gap.
            const double gap = std::min((right - left) * 0.06, m_style.unit * 0.15);
            left += gap;
            right -= gap;
            add(MarkKind::Bar, i,
                cut(QRectF(QPointF(left, height(bar, bar.base)),
                           QPointF(right, height(bar, bar.value))),
                    m_placed.plot),
                bar.mark);
        }
    }

    void boxes()
    {
        const double half = boxWidth() / 2;
        for (std::size_t i = 0; i < m_panel.boxes.size(); ++i) {
            const ChartBox &box = m_panel.boxes[i];
            if (!areFinite({box.low, box.lowerQuartile, box.median, box.upperQuartile, box.high}))
                continue;
            const double x = m_placed.xOf(box.at);
            double low = box.low;
            double high = box.high;
            if (!box.violin.empty()) {
                low = std::min(low, box.violin.front().at);
                high = std::max(high, box.violin.back().at);
            }
            add(MarkKind::Box, i,
                cut(QRectF(QPointF(x - half, m_placed.yOf(low)),
                           QPointF(x + half, m_placed.yOf(high))),
                    m_placed.plot),
                box.mark);
        }
    }

    void lines()
    {
        const double reach = m_style.unit * 0.6;
        for (std::size_t line = 0; line < m_panel.lines.size(); ++line) {
            const auto &points = m_panel.lines[line].points;
            for (std::size_t i = 0; i < points.size(); ++i) {
                if (points[i].isCorner || !areFinite({points[i].x, points[i].y}))
                    continue;
                add(MarkKind::Point, i, around(points[i].x, points[i].y, reach), points[i].mark);
                m_out.back().line = line;
            }
        }
    }

    void dots()
    {
        for (std::size_t i = 0; i < m_panel.dots.size(); ++i) {
            const ChartDot &dot = m_panel.dots[i];
            if (!areFinite({dot.x, dot.y, dot.weight}))
                continue;
            // The area is proportional to the number, but the smallest dot stays visible.
            const double radius = m_style.unit * m_style.dotScale
                * std::clamp(0.3 * std::sqrt(std::max(dot.weight, 0.0)), 0.22, 1.4);
            add(MarkKind::Dot, i, around(dot.x, dot.y, radius), dot.mark);
        }
    }

    void flows()
    {
        if (m_panel.nodes.empty())
            return;
        const FlowLayout layout = layoutFlows(m_placed, m_style);
        for (std::size_t i = 0; i < m_panel.flows.size(); ++i) {
            if (layout.flows[i].isEmpty())
                continue;
            add(MarkKind::Flow, i, layout.flows[i].boundingRect(), m_panel.flows[i].mark);
            m_out.back().outline = layout.flows[i];
        }
        for (std::size_t i = 0; i < m_panel.nodes.size(); ++i) {
            if (!layout.nodes[i].isEmpty())
                add(MarkKind::Node, i, layout.nodes[i], m_panel.nodes[i].mark);
        }
    }

private:
    void add(MarkKind kind, std::size_t index, const QRectF &box, const ChartMark &mark)
    {
        PlacedMark out;
        out.kind = kind;
        out.panel = m_place;
        out.index = index;
        out.box = box;
        out.mark = &mark;
        m_out.push_back(std::move(out));
    }

    double height(const ChartBar &bar, double value) const
    {
        return bar.onShare ? m_placed.yOfShare(value) : m_placed.yOf(value);
    }

    QRectF around(double x, double y, double reach) const
    {
        const QRectF &plot = m_placed.plot;
        const QPointF at(std::clamp(m_placed.xOf(x), plot.left(), plot.right()),
                         std::clamp(m_placed.yOf(y), plot.top(), plot.bottom()));
        return QRectF(at - QPointF(reach, reach), at + QPointF(reach, reach));
    }

    double boxWidth() const
    {
        // Boxes are on a category axis with unit distance.
        double step = std::abs(m_placed.xOf(m_panel.x.least + 1) - m_placed.xOf(m_panel.x.least));
        for (std::size_t i = 1; i < m_panel.boxes.size(); ++i) {
            const double apart = std::abs(m_placed.xOf(m_panel.boxes[i].at)
                                          - m_placed.xOf(m_panel.boxes[i - 1].at));
            if (apart > 0)
                step = std::min(step, apart);
        }
        const bool hasViolins = std::ranges::any_of(
            m_panel.boxes, [](const ChartBox &box) { return !box.violin.empty(); });
        return hasViolins ? std::min(step * 0.85, m_style.unit * 8)
                          : std::min(step * 0.6, m_style.unit * 4);
    }

    const PlacedPanel &m_placed;
    const ChartPanel &m_panel;
    std::size_t m_place;
    const ChartStyle &m_style;
    std::vector<PlacedMark> &m_out;
};

} // namespace

void placeMarks(const PlacedPanel &placed, std::size_t panel, const ChartStyle &style,
                std::vector<PlacedMark> &out)
{
    MarkPlacer placer(placed, panel, style, out);
    placer.strips();
    placer.cells();
    placer.bars();
    placer.boxes();
    placer.lines();
    placer.dots();
    placer.flows();
}

} // namespace loupe::ui
