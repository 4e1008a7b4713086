// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/chartpainter.h"

#include "ui/figures/markpainter.h"
#include "ui/figures/pgfdevice.h"
#include "ui/text/words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace loupe::ui {

namespace {

/// Breaks a text between words into lines of at most `width`, if its words allow that.
QStringList wrapped(const QString &text, const QFontMetricsF &metrics, double width)
{
    QStringList out;
    for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) {
        const QString longer = out.isEmpty() ? word : out.back() + u' ' + word;
        if (!out.isEmpty() && metrics.horizontalAdvance(longer) <= width)
            out.back() = longer;
        else
            out.append(word);
    }
    return out;
}

/// Paints everything in a chart except its marks.
class FramePainter
{
public:
    FramePainter(QPainter &painter, const ChartStyle &style, const QRectF &area)
        : m_painter(painter)
        , m_area(area)
        , m_style(style)
        , m_text(style.text)
    {
    }

    void title(const ChartLayout &layout)
    {
        if (layout.titleBox.isEmpty())
            return;
        m_painter.setFont(m_style.title);
        m_painter.setPen(m_style.ink);
        drawChartText(m_painter,
                      QPointF(layout.titleBox.left(),
                              layout.titleBox.top() + QFontMetricsF(m_style.title).ascent()),
                      layout.title, TextAnchor::Left);
    }

    void legend(const ChartLayout &layout, SwatchKind usual)
    {
        m_painter.setFont(m_style.text);
        for (const PlacedLegendEntry &entry : layout.legend) {
            const SwatchKind kind
                = layout.hasSteps && isSeries(entry.tone) ? SwatchKind::Line : usual;
            const double side = m_text.ascent() * 0.75;
            const double height = entry.box.height();
            const double advance = m_text.horizontalAdvance(entry.text);
            const QRectF box(
                entry.box.left(), entry.box.top() + (height - side) / 2,
                kind == SwatchKind::Line ? entry.box.width() - advance - height * 0.3 : side, side);
            paintSwatch(m_painter, box, entry.tone, kind, m_style);
            m_painter.setPen(m_style.ink);
            drawChartText(m_painter,
                          QPointF(entry.box.right() - advance, entry.box.top() + m_text.ascent()),
                          entry.text, TextAnchor::Left);
        }
    }

    void grid(const PlacedPanel &placed)
    {
        if (!m_style.grid.isValid() || hasCategories(placed.panel->y)
            || !placed.panel->nodes.empty() || !placed.panel->cells.empty())
            return;
        m_painter.setPen(QPen(m_style.grid, m_style.axisWidth));
        for (const ChartTick &tick : placed.panel->y.ticks) {
            const double y = placed.yOf(tick.at);
            if (y >= placed.plot.top() && y < placed.plot.bottom() - m_style.axisWidth)
                m_painter.drawLine(QPointF(placed.plot.left(), y), QPointF(placed.plot.right(), y));
        }
    }

    void references(const PlacedPanel &placed)
    {
        if (!placed.panel->whyEmpty.empty())
            return;
        QPen pen(m_style.ink, m_style.axisWidth * 1.2);
        pen.setDashPattern({1.0, 2.0});
        m_painter.setPen(pen);
        const QRectF &plot = placed.plot;
        if (const auto &at = placed.panel->x.reference; at && isWithin(placed.panel->x, *at)) {
            const double x = placed.xOf(*at);
            m_painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        }
        if (const auto &at = placed.panel->y.reference; at && isWithin(placed.panel->y, *at)) {
            const double y = placed.yOf(*at);
            m_painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        }
    }

    void frame(const PlacedPanel &placed)
    {
        const QRectF &plot = placed.plot;
        m_painter.setPen(QPen(m_style.axis, m_style.axisWidth));
        m_painter.setBrush(Qt::NoBrush);
        const bool isFlow = !placed.panel->nodes.empty();
        if (!placed.panel->cells.empty()) {
            m_painter.drawRect(plot);
        } else if (!isFlow) {
            m_painter.drawLine(plot.bottomLeft(), plot.bottomRight());
            if (!placed.panel->y.ticks.empty())
                m_painter.drawLine(plot.topLeft(), plot.bottomLeft());
        }
        panelTitle(placed);
        horizontalAxis(placed, !isFlow);
        verticalAxis(placed);
    }

    void whyEmpty(const PlacedPanel &placed)
    {
        if (placed.panel->whyEmpty.empty())
            return;
        m_painter.setFont(m_style.text);
        m_painter.setPen(m_style.dim);
        const QStringList lines
            = wrapped(lineText(placed.panel->whyEmpty), m_text, placed.plot.width());
        const QPointF middle = placed.plot.center();
        double baseline = middle.y() - m_text.height() * static_cast<double>(lines.size()) / 2
            + m_text.ascent();
        for (const QString &line : lines) {
            drawChartText(m_painter,
                          QPointF(middle.x() - m_text.horizontalAdvance(line) / 2, baseline), line,
                          TextAnchor::Middle);
            baseline += m_text.height();
        }
    }

    void sharedTitles(const ChartLayout &layout)
    {
        if (layout.panels.empty())
            return;
        if (!layout.sharedXTitle.isEmpty())
            level(toQt(layout.panels.front().panel->x.title), layout.sharedXTitle);
        if (!layout.sharedYTitle.isEmpty())
            upright(toQt(layout.panels.front().panel->y.title), layout.sharedYTitle);
    }

    void colorBar(const PlacedColorBar &placed)
    {
        constexpr int steps = 64;
        const QRectF &bar = placed.bar;
        // Steps instead of a gradient give the same picture in every format.
        // Each step extends to the bottom, so that no paper shows between them.
        for (int i = steps - 1; i >= 0; --i) {
            const double top = bar.bottom() - bar.height() * (i + 1) / steps;
            m_painter.fillRect(QRectF(QPointF(bar.left(), top), bar.bottomRight()),
                               m_style.mapColor((i + 0.5) / steps));
        }
        m_painter.setPen(QPen(m_style.axis, m_style.axisWidth));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(bar);
        m_painter.setFont(m_style.text);
        double right = bar.right();
        for (const AxisLabels::Label &label : placed.labels.labels) {
            const double y = bar.bottom() - label.share * bar.height();
            m_painter.setPen(QPen(m_style.axis, m_style.axisWidth));
            m_painter.drawLine(QPointF(bar.right(), y),
                               QPointF(bar.right() + m_style.unit * 0.3, y));
            m_painter.setPen(m_style.ink);
            drawChartText(m_painter, QPointF(bar.right() + m_style.unit * 0.5, y + capMiddle()),
                          label.text, TextAnchor::Left);
            right = std::max(
                right, bar.right() + m_style.unit * 0.5 + m_text.horizontalAdvance(label.text));
        }
        upright(toQt(placed.axis.title), QRectF(right, bar.top(), m_text.height(), bar.height()));
    }

private:
    static bool isSeries(const ChartTone &tone) { return tone.kind == ChartTone::Kind::Series; }

    static bool isWithin(const ChartAxis &axis, double value)
    {
        const double share = axisShare(axis, value);
        return share >= 0 && share <= 1;
    }

    /// Returns the distance from the middle of a number to its baseline.
    double capMiddle() const { return m_text.ascent() * 0.36; }

    void level(const QString &text, const QRectF &box)
    {
        m_painter.setFont(m_style.text);
        m_painter.setPen(m_style.ink);
        const QString shown = m_text.elidedText(text, Qt::ElideRight, box.width());
        drawChartText(m_painter,
                      QPointF(box.center().x() - m_text.horizontalAdvance(shown) / 2,
                              box.top() + m_text.ascent()),
                      shown, TextAnchor::Middle);
    }

    void upright(const QString &text, const QRectF &box)
    {
        if (text.isEmpty())
            return;
        m_painter.save();
        m_painter.translate(box.left(), box.bottom());
        m_painter.rotate(-90);
        level(text, QRectF(0, 0, box.height(), box.width()));
        m_painter.restore();
    }

    void panelTitle(const PlacedPanel &placed)
    {
        const QFontMetricsF titleMetrics(m_style.title);
        const double top = placed.strips.isEmpty() ? placed.plot.top() : placed.strips.top();
        double baseline = top - m_style.unit * 0.4 - m_text.descent();
        const double left = placed.plot.left();
        if (!placed.note.isEmpty() && !placed.strips.isEmpty()) {
            note(placed.note,
                 QPointF(placed.plot.right() - m_text.horizontalAdvance(placed.note), baseline),
                 TextAnchor::Right);
        } else if (!placed.note.isEmpty() && (placed.isNoteBelow || placed.title.isEmpty())) {
            note(placed.note, QPointF(left, baseline));
            baseline -= m_text.height();
        } else if (!placed.note.isEmpty()) {
            note(placed.note,
                 QPointF(left + titleMetrics.horizontalAdvance(placed.title) + m_style.unit,
                         baseline));
        }
        m_painter.setFont(m_style.title);
        m_painter.setPen(m_style.ink);
        drawChartText(m_painter, QPointF(left, baseline), placed.title, TextAnchor::Left);
    }

    void note(const QString &text, const QPointF &at, TextAnchor anchor = TextAnchor::Left)
    {
        m_painter.setFont(m_style.text);
        m_painter.setPen(m_style.dim);
        drawChartText(m_painter, at, text, anchor);
    }

    void horizontalAxis(const PlacedPanel &placed, bool hasTicks)
    {
        const QRectF &plot = placed.plot;
        const double tick = m_style.unit * 0.3;
        if (hasTicks && placed.panel->cells.empty()) {
            m_painter.setPen(QPen(m_style.axis, m_style.axisWidth));
            for (const AxisLabels::Label &label : placed.x.labels) {
                const double x = plot.left() + label.share * plot.width();
                m_painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + tick));
            }
        }
        m_painter.setFont(m_style.text);
        m_painter.setPen(m_style.ink);
        const double top = plot.bottom() + m_style.unit * 0.4;
        for (const AxisLabels::Label &label : placed.x.labels) {
            double x = plot.left() + label.share * plot.width();
            // Labels at the ends would touch the neighbouring panels.
            const double half = m_text.horizontalAdvance(label.text) / 2;
            if (label.isKept && plot.width() > 2 * half)
                x = std::clamp(x, plot.left() + half, plot.right() - half);
            horizontalLabel(label.text, x, top, label.isTurned ? 90 : placed.x.angle);
        }
        if (placed.hasXTitle)
            level(toQt(placed.panel->x.title),
                  QRectF(plot.left(), top + placed.x.extent, plot.width(), m_text.height()));
    }

    void horizontalLabel(const QString &text, double x, double top, int angle)
    {
        const double width = m_text.horizontalAdvance(text);
        if (angle == 0) {
            // Half of an outermost label may extend beyond the axis, but not beyond the picture.
            const double margin = m_style.unit * 0.3;
            const double left = std::max(m_area.left() + margin,
                                         std::min(x - width / 2, m_area.right() - margin - width));
            drawChartText(m_painter, QPointF(left, top + m_text.ascent()), text,
                          TextAnchor::Middle);
            return;
        }
        m_painter.save();
        m_painter.translate(x, top + m_style.unit * 0.2);
        m_painter.rotate(-angle);
        // The end of the text is at the tick.
        const double drop = angle == 45 ? m_text.ascent() * 0.8 : capMiddle();
        drawChartText(m_painter, QPointF(-width, drop), text, TextAnchor::Right);
        m_painter.restore();
    }

    void verticalAxis(const PlacedPanel &placed)
    {
        const QRectF &plot = placed.plot;
        m_painter.setFont(m_style.text);
        const bool hasTicks = placed.panel->cells.empty();
        const double tick = m_style.unit * 0.3;
        for (const AxisLabels::Label &label : placed.y.labels) {
            const double y = placed.isDownward ? plot.top() + label.share * plot.height()
                                               : plot.bottom() - label.share * plot.height();
            m_painter.setPen(QPen(m_style.axis, m_style.axisWidth));
            if (hasTicks)
                m_painter.drawLine(QPointF(plot.left() - tick, y), QPointF(plot.left(), y));
            m_painter.setPen(m_style.ink);
            drawChartText(
                m_painter,
                QPointF(plot.left() - m_style.unit * 0.5 - m_text.horizontalAdvance(label.text),
                        y + capMiddle()),
                label.text, TextAnchor::Right);
        }
        if (!placed.hasYTitle)
            return;
        const QString title = toQt(placed.panel->y.title);
        // Beside a low plot, a long title may use the whole frame.
        const QRectF &beside
            = m_text.horizontalAdvance(title) > plot.height() ? placed.frame : plot;
        upright(title, QRectF(placed.frame.left(), beside.top(), m_text.height(), beside.height()));
    }

    QPainter &m_painter;
    QRectF m_area;
    const ChartStyle &m_style;
    QFontMetricsF m_text;
};

/// Returns the shape of the chart's marks in its legend.
SwatchKind swatchKind(const Chart &chart)
{
    const auto any
        = [&](auto has) { return std::any_of(chart.panels.begin(), chart.panels.end(), has); };
    if (any([](const ChartPanel &panel) {
            return !panel.bars.empty() || !panel.boxes.empty() || !panel.nodes.empty()
                || !panel.strips.empty();
        }))
        return SwatchKind::Patch;
    if (any([](const ChartPanel &panel) { return !panel.dots.empty() || !panel.cells.empty(); }))
        return SwatchKind::Symbol;
    return SwatchKind::Line;
}

} // namespace

ChartPainter::ChartPainter(Chart chart, ChartStyle style, const QRectF &area)
    : m_chart(std::move(chart))
    , m_style(std::move(style))
    , m_layout(layoutChart(m_chart, m_style, area))
{
    for (std::size_t i = 0; i < m_layout.panels.size(); ++i)
        placeMarks(m_layout.panels[i], i, m_style, m_marks);
}

void ChartPainter::paint(QPainter &painter, const std::vector<double> &shown) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    FramePainter frame(painter, m_style, m_layout.area);
    frame.title(m_layout);
    frame.legend(m_layout, swatchKind(m_chart));
    std::size_t first = 0;
    for (std::size_t i = 0; i < m_layout.panels.size(); ++i) {
        const PlacedPanel &placed = m_layout.panels[i];
        std::size_t end = first;
        while (end < m_marks.size() && m_marks[end].panel == i)
            ++end;
        frame.grid(placed);
        paintMarks(painter, placed, m_style, std::span(m_marks).subspan(first, end - first), first,
                   shown);
        frame.references(placed);
        frame.frame(placed);
        frame.whyEmpty(placed);
        first = end;
    }
    frame.sharedTitles(m_layout);
    for (const PlacedColorBar &bar : m_layout.colorBars)
        frame.colorBar(bar);
    painter.restore();
}

std::optional<std::size_t> ChartPainter::markAt(const QPointF &position) const
{
    std::optional<std::size_t> nearest;
    double nearestDistance = 0.0;
    for (std::size_t i = m_marks.size(); i > 0; --i) {
        const PlacedMark &mark = m_marks[i - 1];
        if (!mark.contains(position))
            continue;
        if (isStep(mark)) { // Steps overlap: the one with the nearest top wins.
            if (!nearest || mark.box.height() < m_marks[*nearest].box.height())
                nearest = i - 1;
            continue;
        }
        if (mark.kind != MarkKind::Point)
            return nearest ? nearest : std::optional(i - 1);
        const QPointF apart = mark.box.center() - position;
        const double distance = QPointF::dotProduct(apart, apart);
        if (!nearest || distance < nearestDistance) {
            nearest = i - 1;
            nearestDistance = distance;
        }
    }
    return nearest;
}

bool ChartPainter::isStep(const PlacedMark &mark) const
{
    return mark.kind == MarkKind::Bar && m_chart.panels[mark.panel].bars[mark.index].isStep;
}

std::optional<std::size_t> ChartPainter::panelAt(const QPointF &position) const
{
    for (std::size_t i = 0; i < m_layout.panels.size(); ++i) {
        if (m_layout.panels[i].plot.contains(position))
            return i;
    }
    return std::nullopt;
}

} // namespace loupe::ui
