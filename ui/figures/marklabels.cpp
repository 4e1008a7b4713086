// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/marklabels.h"

#include "core/model/saved/chartcolors.h"
#include "ui/figures/linepainter.h"
#include "ui/text/words.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

using namespace Qt::StringLiterals;

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
        // The number of a failure bar as high as the plot is placed at its side.
        if (out.top() < plot.top() - height * 0.3 && bar.onShare)
            return QRectF(mark.box.right() + m_style.unit * 0.25, end, width, height);
        // Without a title, there is space above the plot.
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
        if (mark.box.right() + m_style.unit * 2 > m_placed.plot.right())
            out.moveRight(mark.box.left() - gap); // the last column
        return out;
    }

    /// Returns nothing if the number does not fit into its part.
    QRectF insideStrip(const PlacedMark &mark, const QString &text) const
    {
        const double minWidth = m_style.unit * 2.1;
        const double width = m_metrics.horizontalAdvance(text);
        if (mark.box.width() < std::max(minWidth, width + m_style.unit * 0.5)
            || mark.box.height() < m_metrics.ascent())
            return {};
        return QRectF(mark.box.center().x() - width / 2,
                      mark.box.center().y() - m_metrics.ascent() * 0.62, width, m_metrics.height());
    }

    /// Returns the box above a mark, within the plot.
    QRectF above(const PlacedMark &mark, const QString &text) const
    {
        const double width = m_metrics.horizontalAdvance(text);
        const QRectF &plot = m_placed.plot;
        QRectF out(mark.box.center().x() - width / 2, mark.box.top() - m_metrics.height(), width,
                   m_metrics.height());
        if (mark.kind == MarkKind::Point)
            out.moveCenter(mark.box.center() - QPointF(width, m_metrics.height() * 0.7));
        out.moveTop(std::max(out.top(), plot.top()));
        out.moveLeft(
            std::clamp(out.left(), plot.left(), std::max(plot.left(), plot.right() - width)));
        return out;
    }

private:
    const PlacedPanel &m_placed;
    const ChartStyle &m_style;
    QFontMetricsF m_metrics;
};

const ChartTone *seriesOf(const ChartPanel &panel, const PlacedMark &mark)
{
    const ChartTone *tone = nullptr;
    if (mark.kind == MarkKind::Bar && panel.bars[mark.index].isStep)
        tone = &panel.bars[mark.index].tone;
    else if (mark.kind == MarkKind::Point && !panel.lines[mark.line].isDashed)
        tone = &panel.lines[mark.line].tone;
    const bool isSeries
        = tone != nullptr && tone->kind == ChartTone::Kind::Series && !tone->isHollow;
    return isSeries ? tone : nullptr;
}

/// Returns the mark at which each series is labelled: its highest step, or the right end of its
/// line.
std::map<int, std::size_t> letterMarks(const ChartPanel &panel, std::span<const PlacedMark> marks)
{
    std::map<int, std::size_t> out;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const ChartTone *tone = seriesOf(panel, marks[i]);
        if (tone == nullptr)
            continue;
        const auto [known, isNew] = out.try_emplace(tone->series, i);
        const PlacedMark &best = marks[known->second];
        const bool isBetter = marks[i].kind == MarkKind::Point
            ? marks[i].box.right() > best.box.right()
            : marks[i].box.height() > best.box.height();
        if (!isNew && isBetter)
            known->second = i;
    }
    if (out.size() < 2)
        out.clear();
    return out;
}

void addLabel(std::vector<PlacedLabel> &out, PlacedLabel label)
{
    const bool isFree = std::none_of(out.begin(), out.end(), [&](const PlacedLabel &other) {
        return other.box.intersects(label.box);
    });
    if (isFree && !label.box.isEmpty())
        out.push_back(std::move(label));
}

/// Labels a node with its count and outcome, or with its count alone where both would cover another
/// node or label: "3 wrong result", "3".
void addNodeLabel(const PlacedPanel &placed, const LabelPlacer &placer,
                  std::span<const PlacedMark> marks, std::size_t place,
                  std::vector<PlacedLabel> &out)
{
    const auto &nodes = placed.panel->nodes;
    const ChartNode &node = nodes[marks[place].index];
    const int lastColumn = std::ranges::max(nodes, {}, &ChartNode::column).column;
    // The counts of the last column are at its left.
    const double spare
        = node.column + 1 == lastColumn ? placer.besideNode(marks[place], u"0000"_s).width() : 0.0;
    const QString whole = lineText(node.label);
    for (const QString &text : {whole, whole.section(u' ', 0, 0)}) {
        const QRectF box = placer.besideNode(marks[place], text);
        const bool isCovered = std::ranges::any_of(marks, [&](const PlacedMark &mark) {
            return mark.kind == MarkKind::Node && mark.box.intersects(box.adjusted(0, 0, spare, 0));
        });
        const std::size_t before = out.size();
        if (!isCovered)
            addLabel(out, {box, text, place, false});
        if (out.size() > before)
            return;
    }
}

void addStripNumbers(const PlacedPanel &placed, const LabelPlacer &placer,
                     std::span<const PlacedMark> marks, std::vector<PlacedLabel> &out)
{
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i].kind != MarkKind::Strip)
            continue;
        const ChartStrip::Part &part = placed.panel->strips[marks[i].line].parts[marks[i].index];
        const QString text = countText(part.count);
        if (!part.tone.isHatched)
            addLabel(out, {placer.insideStrip(marks[i], text), text, i, false});
    }
}

/// Returns false if labels are wider than the step between bars, and would cover neighbouring
/// intervals.
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
        if (marks[i].kind == MarkKind::Node)
            addNodeLabel(placed, placer, marks, i, out);
        if (marks[i].kind != MarkKind::Bar)
            continue;
        const ChartBar &bar = placed.panel->bars[marks[i].index];
        const QString text = lineText(bar.label);
        if (!text.isEmpty() && (hasRoom || bar.onShare))
            addLabel(out, {placer.besideBar(marks[i], text), text, i, false});
    }
    addStripNumbers(placed, placer, marks, out);
    if (!style.hasLettersAtLines)
        return out;
    for (const auto &[series, mark] : letterMarks(*placed.panel, marks)) {
        const QString letter(QLatin1Char(seriesLetter(series)));
        addLabel(out, {placer.above(marks[mark], letter), letter, mark, true});
    }
    return out;
}

} // namespace loupe::ui
