// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/marklabels.h"

#include "ui/figures/linepainter.h"
#include "ui/text/words.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace loupe::ui {

namespace {

class LabelPlacer
{
public:
    LabelPlacer(const PlacedPanel &placed, const ChartStyle &style)
        : m_placed(placed)
        , m_style(style)
        , m_metrics(style.text)
    {
    }

    QRectF besideBar(const PlacedMark &mark, const QString &text) const
    {
        const ChartBar &bar = m_placed.panel->bars[mark.index];
        const QRectF &plot = m_placed.plot;
        const bool isDownward = bar.value < bar.base;
        const double width = m_metrics.horizontalAdvance(text);
        const double height = m_metrics.height();
        double end = isDownward ? mark.box.bottom() : mark.box.top();
        if (bar.high && std::isfinite(*bar.high) && !isDownward && !bar.onShare)
            end = std::min(end, cutY(m_placed, *bar.high));
        QRectF out(mark.box.center().x() - width / 2,
                   isDownward ? end + m_style.unit * 0.15 : end - height - m_style.unit * 0.1,
                   width, height);
        // A failure bar as high as the plot has its number at its side.
        if (out.top() < plot.top() - height * 0.3 && bar.onShare)
            return QRectF(mark.box.right() + m_style.unit * 0.25, end, width, height);
        // Above the plot is room where no title stands.
        const bool hasTitle = !m_placed.title.isEmpty() || !m_placed.note.isEmpty();
        const double top = plot.top() - height * (hasTitle ? 0.3 : 1.0);
        out.moveTop(std::clamp(out.top(), top, std::max(top, plot.bottom() - height)));
        const double margin = m_style.unit * 0.5;
        out.moveLeft(std::clamp(out.left(), plot.left() - margin,
                                std::max(plot.left(), plot.right() + margin - width)));
        return out;
    }

    QRectF besideNode(const PlacedMark &mark, const QString &text) const
    {
        const double gap = m_style.unit * 0.35;
        QRectF out(mark.box.right() + gap, mark.box.center().y() - m_metrics.height() / 2,
                   m_metrics.horizontalAdvance(text), m_metrics.height());
        if (out.right() > m_placed.plot.right())
            out.moveRight(mark.box.left() - gap);
        return out;
    }

private:
    const PlacedPanel &m_placed;
    const ChartStyle &m_style;
    QFontMetricsF m_metrics;
};

/// Labels wider than their bars' places would lie on their neighbours' intervals: then none.
bool haveRoom(const PlacedPanel &placed, const QFontMetricsF &metrics,
              std::span<const PlacedMark> marks)
{
    double step = placed.plot.width();
    double widest = 0.0;
    const PlacedMark *last = nullptr;
    for (const PlacedMark &mark : marks) {
        if (mark.kind != MarkKind::Bar || placed.panel->bars[mark.index].onShare)
            continue;
        const double apart = last ? std::abs(mark.box.center().x() - last->box.center().x()) : 0.0;
        if (apart > 1e-6)
            step = std::min(step, apart);
        last = &mark;
        widest = std::max(
            widest, metrics.horizontalAdvance(lineText(placed.panel->bars[mark.index].label)));
    }
    return widest <= step * 1.05;
}

} // namespace

std::vector<PlacedLabel> placeLabels(const PlacedPanel &placed, const ChartStyle &style,
                                     std::span<const PlacedMark> marks)
{
    const LabelPlacer placer(placed, style);
    const bool hasRoom = haveRoom(placed, QFontMetricsF(style.text), marks);
    std::vector<PlacedLabel> out;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const bool isBar = marks[i].kind == MarkKind::Bar;
        if (!isBar && marks[i].kind != MarkKind::Node)
            continue;
        const QString text = lineText(isBar ? placed.panel->bars[marks[i].index].label
                                            : placed.panel->nodes[marks[i].index].label);
        if (text.isEmpty())
            continue;
        if (isBar && !hasRoom && !placed.panel->bars[marks[i].index].onShare)
            continue;
        const QRectF box
            = isBar ? placer.besideBar(marks[i], text) : placer.besideNode(marks[i], text);
        const bool isFree = std::none_of(out.begin(), out.end(), [&](const PlacedLabel &other) {
            return other.box.intersects(box);
        });
        if (isFree)
            out.push_back({box, text, i});
    }
    return out;
}

} // namespace loupe::ui
