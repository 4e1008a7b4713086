// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/flowplaces.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace loupe {

namespace {

double flowSize(double size)
{
    return std::isfinite(size) ? std::max(size, 0.0) : 0.0;
}

} // namespace

FlowPlaces flowPlaces(const ChartPanel &panel, double gap)
{
    FlowPlaces out;
    out.nodes.resize(panel.nodes.size());
    out.flows.resize(panel.flows.size());
    std::map<int, double> sizes;
    std::map<int, int> counts;
    for (const ChartNode &node : panel.nodes) {
        if (flowSize(node.size) <= 0)
            continue;
        sizes[node.column] += flowSize(node.size);
        ++counts[node.column];
    }
    double most = 0;
    int maxNodes = 1;
    for (const auto &[column, size] : sizes) {
        most = std::max(most, size);
        maxNodes = std::max(maxNodes, counts[column]);
    }
    if (most <= 0)
        return out;
    const double between = std::min(gap, 0.3 / std::max(1, maxNodes - 1));
    const double scale = (1 - between * (maxNodes - 1)) / most;
    std::map<int, double> tops;
    for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
        const double height = flowSize(panel.nodes[i].size) * scale;
        if (height <= 0)
            continue;
        double &top = tops[panel.nodes[i].column];
        out.nodes[i] = {top, height};
        top += height + between;
    }
    std::vector<std::size_t> order;
    order.reserve(panel.flows.size());
    for (std::size_t i = 0; i < panel.flows.size(); ++i) {
        const ChartFlow &flow = panel.flows[i];
        if (flow.from < panel.nodes.size() && flow.to < panel.nodes.size()
            && out.nodes[flow.from].height > 0 && out.nodes[flow.to].height > 0) {
            out.flows[i].height = flowSize(flow.size) * scale;
            order.push_back(i);
        }
    }
    const auto stack = [&](std::size_t ChartFlow::*at, std::size_t ChartFlow::*other,
                           double FlowPlaces::Ribbon::*place) {
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            return out.nodes[panel.flows[a].*other].top < out.nodes[panel.flows[b].*other].top;
        });
        std::vector<double> used(panel.nodes.size(), 0.0);
        for (const std::size_t i : order) {
            const std::size_t node = panel.flows[i].*at;
            out.flows[i].*place = out.nodes[node].top + used[node];
            used[node] += out.flows[i].height;
        }
    };
    stack(&ChartFlow::from, &ChartFlow::to, &FlowPlaces::Ribbon::fromTop);
    stack(&ChartFlow::to, &ChartFlow::from, &FlowPlaces::Ribbon::toTop);
    return out;
}

} // namespace loupe
