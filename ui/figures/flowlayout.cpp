// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/flowlayout.h"

#include "core/report/figures/flowplaces.h"

#include <algorithm>

namespace loupe::ui {

namespace {

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

} // namespace

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

} // namespace loupe::ui
