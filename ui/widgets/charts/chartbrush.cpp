// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/chartbrush.h"

#include <QPainterPath>

#include <algorithm>

namespace loupe::ui {

namespace {

/// Bit set of ids, which a store numbers from 1.
class IdSet
{
public:
    explicit IdSet(const std::vector<RowId> &ids)
    {
        constexpr std::int64_t maxDense = std::int64_t{1} << 28U;
        std::int64_t largest = 0;
        for (const RowId id : ids)
            largest = std::max(largest, id.value);
        if (largest < maxDense) {
            m_bits.resize(static_cast<std::size_t>(largest + 1));
            for (const RowId id : ids)
                m_bits[static_cast<std::size_t>(std::max<std::int64_t>(0, id.value))] = true;
        } else {
            m_sorted = ids;
            std::sort(m_sorted.begin(), m_sorted.end());
        }
    }

    bool contains(RowId id) const
    {
        if (!m_sorted.empty())
            return std::binary_search(m_sorted.begin(), m_sorted.end(), id);
        const auto place = static_cast<std::size_t>(std::max<std::int64_t>(0, id.value));
        return place < m_bits.size() && m_bits[place];
    }

private:
    std::vector<bool> m_bits;
    std::vector<RowId> m_sorted;
};

} // namespace

std::vector<double> sharesOf(const std::vector<RowId> &ids, const std::vector<PlacedMark> &marks)
{
    const IdSet picked(ids);
    const auto isPicked = [&](RowId id) { return picked.contains(id); };
    std::vector<double> out;
    out.reserve(marks.size());
    for (const PlacedMark &each : marks) {
        const std::vector<RowId> &members = each.mark->members;
        if (each.kind == MarkKind::Strip && !members.empty())
            out.push_back(static_cast<double>(std::ranges::count_if(members, isPicked))
                          / static_cast<double>(members.size()));
        else
            out.push_back(std::ranges::any_of(members, isPicked) ? 1.0 : 0.0);
    }
    if (std::ranges::none_of(out, [](double share) { return share > 0.0; }))
        out.clear();
    return out;
}

std::vector<RowId> evaluationsOf(const std::vector<PlacedMark> &marks,
                                 std::span<const std::size_t> picked,
                                 const std::vector<RowId> &also)
{
    std::vector<RowId> ids = also;
    for (const std::size_t mark : picked) {
        const std::vector<RowId> &members = marks[mark].mark->members;
        ids.insert(ids.end(), members.begin(), members.end());
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

bool isPickedByLasso(const ChartPanel &panel)
{
    return !panel.dots.empty() || !panel.cells.empty();
}

QRectF draggedRange(const ChartPainter &painter, const QPolygonF &path)
{
    const auto panel = path.isEmpty() ? std::nullopt : painter.panelAt(path.front());
    if (!panel)
        return {};
    const QRectF plot = painter.layout().panels[*panel].plot;
    QRectF range = plot;
    const QRectF dragged = path.boundingRect();
    range.setLeft(std::max(plot.left(), dragged.left()));
    range.setRight(std::min(plot.right(), dragged.right()));
    return range;
}

std::vector<std::size_t> marksAlong(const ChartPainter &painter, const QPolygonF &path)
{
    std::vector<std::size_t> out;
    const auto panel = path.isEmpty() ? std::nullopt : painter.panelAt(path.front());
    if (!panel)
        return out;
    const bool isLasso = isPickedByLasso(painter.chart().panels[*panel]);
    const QRectF range = draggedRange(painter, path);
    QPainterPath lasso;
    lasso.addPolygon(path);
    lasso.closeSubpath();
    for (std::size_t i = 0; i < painter.marks().size(); ++i) {
        const PlacedMark &mark = painter.marks()[i];
        const QPointF at = mark.box.center();
        const bool isInside
            = isLasso ? lasso.contains(at) : at.x() >= range.left() && at.x() <= range.right();
        if (mark.panel == *panel && isInside && mark.kind != MarkKind::Strip)
            out.push_back(i);
    }
    return out;
}

std::optional<ChartLimits> limitsAround(const ChartPainter &painter,
                                        const std::vector<double> &shown)
{
    const Chart &chart = painter.chart();
    if (!canLimitX(chart) && !canLimitY(chart))
        return std::nullopt;
    QRectF around;
    bool hasDots = false;
    for (std::size_t i = 0; i < painter.marks().size() && i < shown.size(); ++i) {
        const PlacedMark &mark = painter.marks()[i];
        const PlacedPanel &placed = painter.layout().panels[mark.panel];
        if (shown[i] <= 0.0 || mark.kind == MarkKind::Strip
            || placed.panel->x.title != chart.panels.front().x.title)
            continue;
        // Panels are next to each other, so marks are moved to the position of the first panel.
        const QPointF home = painter.layout().panels.front().plot.topLeft();
        around = around.united(mark.box.translated(home - placed.plot.topLeft()));
        hasDots = hasDots || mark.kind == MarkKind::Dot;
    }
    if (around.isEmpty())
        return std::nullopt;
    const PlacedPanel &first = painter.layout().panels.front();
    ChartLimits out;
    if (canLimitX(chart)) {
        out.xLeast = first.xAt(around.left());
        out.xMost = first.xAt(around.right());
    }
    if (hasDots && canLimitY(chart)) {
        out.yLeast = first.yAt(around.bottom());
        out.yMost = first.yAt(around.top());
    }
    return out.isAny() ? std::optional(out) : std::nullopt;
}

} // namespace loupe::ui
