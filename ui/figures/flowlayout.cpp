// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/flowlayout.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace loupe::ui {

namespace {

struct FlowColumn {
    double size = 0.0;
    int nodes = 0;
};

double sizeOf(double size)
{
    return std::isfinite(size) ? std::max(size, 0.0) : 0.0;
}

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
    FlowLayout out;
    out.nodes.resize(panel.nodes.size());
    out.flows.resize(panel.flows.size());
    std::map<int, FlowColumn> columns;
    for (const ChartNode &node : panel.nodes) {
        if (sizeOf(node.size) <= 0)
            continue;
        columns[node.column].size += sizeOf(node.size);
        ++columns[node.column].nodes;
    }
    double most = 0.0;
    int mostNodes = 1;
    for (const auto &[column, facts] : columns) {
        most = std::max(most, facts.size);
        mostNodes = std::max(mostNodes, facts.nodes);
    }
    if (most <= 0)
        return out;
    const double gap
        = std::min(style.unit * 0.8, placed.plot.height() * 0.3 / std::max(1, mostNodes - 1));
    const double scale = (placed.plot.height() - gap * (mostNodes - 1)) / most;
    const double width = style.unit * 1.2;

    std::map<int, double> tops;
    for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
        const ChartNode &node = panel.nodes[i];
        if (sizeOf(node.size) <= 0)
            continue;
        const double left = std::clamp(placed.xOf(node.column) - width / 2, placed.plot.left(),
                                       placed.plot.right() - width);
        const double top = tops.try_emplace(node.column, placed.plot.top()).first->second;
        const double height = sizeOf(node.size) * scale;
        out.nodes[i] = QRectF(left, top, width, height);
        tops[node.column] = top + height + gap;
    }

    // Flows leave a node in the order of where they go, and arrive in the order of where they
    // come from, so that they cross as little as the order of nodes allows.
    std::vector<std::size_t> order;
    order.reserve(panel.flows.size());
    for (std::size_t i = 0; i < panel.flows.size(); ++i) {
        const ChartFlow &flow = panel.flows[i];
        if (flow.from < panel.nodes.size() && flow.to < panel.nodes.size()
            && !out.nodes[flow.from].isEmpty() && !out.nodes[flow.to].isEmpty()
            && sizeOf(flow.size) > 0)
            order.push_back(i);
    }
    std::vector<double> left(panel.flows.size());
    std::vector<double> right(panel.flows.size());
    const auto stack = [&](auto node, auto other, std::vector<double> &place) {
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return out.nodes[other(panel.flows[a])].top() < out.nodes[other(panel.flows[b])].top();
        });
        std::vector<double> used(panel.nodes.size(), 0.0);
        for (const std::size_t i : order) {
            const std::size_t at = node(panel.flows[i]);
            place[i] = out.nodes[at].top() + used[at];
            used[at] += sizeOf(panel.flows[i].size) * scale;
        }
    };
    const auto from = [](const ChartFlow &flow) { return flow.from; };
    const auto to = [](const ChartFlow &flow) { return flow.to; };
    stack(from, to, left);
    stack(to, from, right);
    for (const std::size_t i : order) {
        const ChartFlow &flow = panel.flows[i];
        out.flows[i] = ribbon(out.nodes[flow.from], left[i], out.nodes[flow.to], right[i],
                              sizeOf(flow.size) * scale);
    }
    return out;
}

} // namespace loupe::ui
