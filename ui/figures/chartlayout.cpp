// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/chartlayout.h"

#include "core/model/saved/chart.h"
#include "ui/figures/chartstyle.h"
#include "ui/text/words.h"

#include <QFontMetricsF>
#include <QSizeF>
#include <QString>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

bool hasValueCells(const ChartPanel &panel)
{
    return std::any_of(panel.cells.begin(), panel.cells.end(),
                       [](const ChartCell &cell) { return cell.value.has_value(); });
}

bool hasBarLabels(const ChartPanel &panel)
{
    return std::any_of(panel.bars.begin(), panel.bars.end(),
                       [](const ChartBar &bar) { return !bar.label.empty() && !bar.onShare; });
}

/// Returns true if series are outlines that overlap.
bool hasStepBars(const std::vector<ChartPanel> &panels)
{
    return std::ranges::any_of(panels, [](const ChartPanel &panel) {
        return std::ranges::any_of(panel.bars, [](const ChartBar &bar) { return bar.isStep; });
    });
}

/// Returns true if a panel has lines of several series; reference lines do not count.
bool hasSeveralLines(const std::vector<ChartPanel> &panels)
{
    return std::ranges::any_of(panels, [](const ChartPanel &panel) {
        return std::ranges::count_if(
                   panel.lines,
                   [](const ChartLine &line) { return line.tone.kind == ChartTone::Kind::Series; })
            > 1;
    });
}

/// Returns "A  name" if the letter is also shown at the line.
QString legendText(const ChartLegendEntry &entry, const ChartStyle &style, bool hasLetters)
{
    QString text = lineText(entry.text);
    if (!hasLetters || !style.hasLettersAtLines || entry.tone.kind != ChartTone::Kind::Series)
        return text;
    return QString(QLatin1Char(seriesLetter(entry.tone.series))) + u"  "_s + text;
}

std::size_t maxStrips(const std::vector<ChartPanel> &panels)
{
    std::size_t out = 0;
    for (const ChartPanel &panel : panels)
        out = std::max(out, panel.strips.size());
    return out;
}

/// Returns the number of columns that gives panels a good aspect ratio with few empty cells.
int bestColumns(int panels, const QSizeF &room, double minWidth)
{
    constexpr double pleasant = 1.5;
    int best = 1;
    double bestScore = 0.0;
    for (int columns = 1; columns <= panels; ++columns) {
        const int rows = (panels + columns - 1) / columns;
        const double width = room.width() / columns;
        const double height = room.height() / rows;
        if (columns > 1 && width < minWidth)
            break;
        const double shape = std::abs(std::log(width / std::max(height, 1e-3) / pleasant));
        const double empty = static_cast<double>(columns * rows - panels) / (columns * rows);
        const double score = -shape - 0.7 * empty;
        if (columns == 1 || score > bestScore) {
            best = columns;
            bestScore = score;
        }
    }
    return best;
}

QString panelTitle(const ChartPanel &panel, const ChartStyle &style, std::size_t place)
{
    QString title = lineText(panel.title);
    if (!style.hasLetters)
        return title;
    const QString letter = u"("_s + QChar(u'a' + static_cast<int>(place % 26)) + u")"_s;
    return title.isEmpty() ? letter : letter + u" "_s + title;
}

template <typename Axis>
bool isShared(const std::vector<ChartPanel> &panels, Axis axis)
{
    return panels.size() > 1
        && std::all_of(panels.begin(), panels.end(), [&](const ChartPanel &panel) {
               return isSameAxis(axis(panel), axis(panels.front()));
           });
}

template <typename Axis>
bool hasSharedTitle(const std::vector<ChartPanel> &panels, Axis axis)
{
    return panels.size() > 1 && !axis(panels.front()).title.empty()
        && std::all_of(panels.begin(), panels.end(), [&](const ChartPanel &panel) {
               return axis(panel).title == axis(panels.front()).title;
           });
}

const ChartAxis &xAxis(const ChartPanel &panel)
{
    return panel.x;
}

const ChartAxis &yAxis(const ChartPanel &panel)
{
    return panel.y;
}

/// Maximum share of a panel's height for names below its axis.
constexpr double maxShareBelow = 0.34;

/// Lays out a chart from the edges inwards; the plots get the remaining area.
class ChartPlacer
{
public:
    ChartPlacer(const Chart &chart, const ChartStyle &style, const QRectF &area)
        : m_chart(chart)
        , m_style(style)
        , m_text(style.text)
        , m_titleFont(style.title)
    {
        m_out.area = area;
        const double margin = style.unit * 0.5;
        m_room = area.adjusted(margin, margin, -margin, -margin);
    }

    ChartLayout place()
    {
        m_out.hasSteps = hasStepBars(m_chart.panels);
        placeTitle();
        placeLegend();
        m_sharesX = m_style.sharesX && isShared(m_chart.panels, xAxis);
        m_sharesY = isShared(m_chart.panels, yAxis);
        m_sharesXTitle = hasSharedTitle(m_chart.panels, xAxis);
        m_sharesYTitle = hasSharedTitle(m_chart.panels, yAxis);
        const ChartPanel *colored = nullptr;
        for (const ChartPanel &panel : m_chart.panels) {
            if (!colored && hasValueCells(panel))
                colored = &panel;
        }
        QRectF colorRoom;
        if (colored)
            colorRoom = takeColorBar(colored->colour);
        placeSharedTitles();
        placePanels();
        if (colored)
            placeColorBar(colored->colour, colorRoom);
        return std::move(m_out);
    }

private:
    double lineHeight() const { return m_text.height(); }

    void placeTitle()
    {
        if (!m_style.hasTitle || m_chart.title.empty())
            return;
        m_out.titleBox = QRectF(m_room.topLeft(), QSizeF(m_room.width(), m_titleFont.height()));
        m_out.title = m_titleFont.elidedText(toQt(m_chart.title), Qt::ElideRight, m_room.width());
        m_room.setTop(m_out.titleBox.bottom() + m_style.unit * 0.5);
    }

    void placeLegend()
    {
        if (m_chart.legend.empty())
            return;
        const bool hasLetters = m_out.hasSteps || hasSeveralLines(m_chart.panels);
        const double usual = lineHeight() * 1.4;
        const double gap = m_style.unit * 1.5;
        double x = m_room.left();
        double y = m_room.top();
        for (const ChartLegendEntry &entry : m_chart.legend) {
            const bool isLine = entry.tone.kind == ChartTone::Kind::Series && hasLetters;
            const double swatch = isLine ? lineHeight() * 1.9 : usual;
            const QString text
                = m_text.elidedText(legendText(entry, m_style, hasLetters), Qt::ElideMiddle,
                                    std::max(1.0, m_room.width() - swatch));
            const double width = swatch + m_text.horizontalAdvance(text);
            if (x > m_room.left() && x + width > m_room.right()) {
                x = m_room.left();
                y += lineHeight();
            }
            m_out.legend.push_back({QRectF(x, y, width, lineHeight()), text, entry.tone});
            x += width + gap;
        }
        m_room.setTop(y + lineHeight() + m_style.unit * 0.5);
    }

    QRectF takeColorBar(const ChartAxis &axis)
    {
        double width = m_style.unit * 2.5;
        for (const ChartTick &tick : axis.ticks)
            width = std::max(width,
                             m_style.unit * 2.5 + m_text.horizontalAdvance(lineText(tick.text)));
        if (!axis.title.empty())
            width += lineHeight();
        QRectF out = m_room;
        out.setLeft(m_room.right() - width);
        m_room.setRight(out.left());
        return out;
    }

    void placeColorBar(const ChartAxis &axis, const QRectF &room)
    {
        double top = room.bottom();
        double bottom = room.top();
        for (const PlacedPanel &panel : m_out.panels) {
            top = std::min(top, panel.plot.top());
            bottom = std::max(bottom, panel.plot.bottom());
        }
        if (bottom <= top)
            return;
        PlacedColorBar out;
        out.axis = axis;
        out.bar = QRectF(room.left() + m_style.unit * 0.8, top, m_style.unit * 1.1, bottom - top);
        out.labels = verticalLabels(axis, m_text, out.bar.height(), room.width());
        m_out.colorBars.push_back(std::move(out));
    }

    void placeSharedTitles()
    {
        if (m_sharesXTitle) {
            m_out.sharedXTitle = m_room;
            m_out.sharedXTitle.setTop(m_room.bottom() - lineHeight());
            m_room.setBottom(m_out.sharedXTitle.top());
        }
        if (m_sharesYTitle) {
            m_out.sharedYTitle = m_room;
            m_out.sharedYTitle.setRight(m_room.left() + lineHeight());
            m_room.setLeft(m_out.sharedYTitle.right());
        }
    }

    void placePanels()
    {
        const int count = static_cast<int>(m_chart.panels.size());
        if (count == 0 || m_room.width() <= 0 || m_room.height() <= 0)
            return;
        m_columns = m_style.columns > 0
            ? std::min(m_style.columns, count)
            : bestColumns(count, m_room.size(), m_text.averageCharWidth() * 18);
        m_rows = (count + m_columns - 1) / m_columns;
        // Half of a tick's label may extend beyond the end of an axis.
        m_room.adjust(0, 0, -m_style.unit, 0);
        measureOutside();
        const double gap = m_columns > 1 ? m_style.unit * 1.5 : 0.0;
        const double beside = m_sharesY ? 0.0 : m_yExtent;
        const double width = (m_room.width() - (m_sharesY ? m_yExtent : 0.0) - gap * (m_columns - 1)
                              - beside * m_columns)
            / m_columns;
        measureBelow(width);
        const double below = m_sharesX ? 0.0 : m_xExtent;
        const double rowGap = m_rows > 1 ? m_style.unit : 0.0;
        const double height = (m_room.height() - (m_sharesX ? m_xExtent : 0.0)
                               - rowGap * (m_rows - 1) - (below + m_above) * m_rows)
            / m_rows;
        for (int i = 0; i < count; ++i) {
            const int column = i % m_columns;
            const int row = i / m_columns;
            const double left = m_room.left() + (m_sharesY ? m_yExtent : 0.0)
                + column * (width + gap + beside) + beside;
            const double top = m_room.top() + row * (height + rowGap + below + m_above) + m_above;
            placePanel(static_cast<std::size_t>(i), column,
                       QRectF(left, top, std::max(1.0, width), std::max(1.0, height)));
        }
    }

    /// Labels that are shown once for all rows may be higher.
    double maxBelowHeight() const
    {
        constexpr double maxShareOnce = 0.18;
        return m_room.height()
            * (m_sharesX ? std::max(maxShareBelow / m_rows, maxShareOnce) : maxShareBelow / m_rows);
    }

    bool isLowest(std::size_t place) const
    {
        return place + static_cast<std::size_t>(m_columns) >= m_chart.panels.size();
    }

    /// Measures the space left of the plots and above them.
    void measureOutside()
    {
        const double most = m_room.width() / m_columns * 0.4;
        bool hasTitles = m_style.hasLetters;
        bool hasNotes = false;
        for (const ChartPanel &panel : m_chart.panels) {
            // The title must not touch a long number next to it.
            const double title = !m_sharesYTitle && !panel.y.title.empty()
                ? lineHeight() + m_style.unit * 0.4
                : 0.0;
            const AxisLabels labels = verticalLabels(panel.y, m_text, 1e9, most);
            const double gap = labels.extent > 0 ? m_style.unit * 0.6 : m_style.unit * 0.2;
            m_yExtent = std::max(m_yExtent, title + labels.extent + gap);
            hasTitles = hasTitles || !panel.title.empty();
            hasNotes = hasNotes || (m_style.hasPanelNotes && !panel.note.empty());
        }
        m_above = hasTitles ? m_titleFont.height() : 0.0;
        // Half of the uppermost number extends beyond the plot, or the label of a full bar.
        const bool hasLabels
            = std::any_of(m_chart.panels.begin(), m_chart.panels.end(), hasBarLabels);
        m_above = std::max(m_above, lineHeight() * (hasLabels ? 1.0 : 0.5));
        m_hasNotes = hasNotes;
        m_hasTitles = hasTitles;
    }

    /// Measures the space below the plots, and decides if notes fit next to the titles.
    void measureBelow(double width)
    {
        const double most = maxBelowHeight();
        for (std::size_t i = 0; i < m_chart.panels.size(); ++i) {
            const ChartPanel &panel = m_chart.panels[i];
            const double title = !m_sharesXTitle && !panel.x.title.empty() ? lineHeight() : 0.0;
            const AxisLabels labels = horizontalLabels(panel.x, m_text, width, most);
            m_xExtent = std::max(m_xExtent, title + labels.extent + m_style.unit * 0.5);
            const double beside = m_titleFont.horizontalAdvance(panelTitle(panel, m_style, i))
                + m_style.unit + m_text.horizontalAdvance(lineText(panel.note));
            // The note of a panel with strips is short, so its title is shortened instead.
            m_isNoteBelow = m_isNoteBelow
                || (m_hasNotes && m_hasTitles && panel.strips.empty() && beside > width);
        }
        if (m_hasNotes && (m_isNoteBelow || !m_hasTitles))
            m_above += lineHeight();
        if (m_above > 0)
            m_above += m_style.unit * 0.4;
        measureStrips();
    }

    /// Measures the strips: one or two are high enough for numbers inside, more are thin.
    void measureStrips()
    {
        const auto strips = static_cast<double>(maxStrips(m_chart.panels));
        if (strips == 0)
            return;
        constexpr double few = 2;
        m_stripHeight = strips > few ? m_style.unit * 0.75 : lineHeight();
        m_stripsHeight = strips * (m_stripHeight + stripGap());
        m_above += m_stripsHeight + m_style.unit * 0.4;
    }

    double stripGap() const { return m_style.unit * 0.25; }

    void placePanel(std::size_t place, int column, const QRectF &plot)
    {
        const ChartPanel &panel = m_chart.panels[place];
        PlacedPanel out;
        out.panel = &panel;
        out.plot = plot;
        out.isDownward = !panel.cells.empty();
        out.isNoteBelow = m_isNoteBelow;
        if (m_style.hasPanelNotes)
            out.note = m_text.elidedText(lineText(panel.note), Qt::ElideRight, plot.width());
        double titleRoom = plot.width();
        if (!panel.strips.empty()) {
            out.strips = QRectF(plot.left(), plot.top() - m_style.unit * 0.4 - m_stripsHeight,
                                plot.width(), m_stripsHeight);
            titleRoom -= m_text.horizontalAdvance(out.note) + m_style.unit * 0.5;
        }
        out.stripHeight = m_stripHeight;
        out.stripGap = stripGap();
        out.title
            = m_titleFont.elidedText(panelTitle(panel, m_style, place), Qt::ElideRight, titleRoom);
        const bool showsX = !m_sharesX || isLowest(place);
        const bool showsY = !m_sharesY || column == 0;
        if (showsX) {
            out.x = horizontalLabels(panel.x, m_text, plot.width(), maxBelowHeight());
            out.hasXTitle = !m_sharesXTitle && !panel.x.title.empty();
        }
        if (showsY) {
            out.y
                = verticalLabels(panel.y, m_text, plot.height(), m_room.width() / m_columns * 0.4);
            out.hasYTitle = !m_sharesYTitle && !panel.y.title.empty();
        }
        out.frame
            = plot.adjusted(showsY ? -m_yExtent : 0.0, -m_above, 0.0, showsX ? m_xExtent : 0.0);
        m_out.panels.push_back(std::move(out));
    }

    const Chart &m_chart;
    const ChartStyle &m_style;
    QFontMetricsF m_text;
    QFontMetricsF m_titleFont;
    ChartLayout m_out;
    QRectF m_room;
    int m_columns = 1;
    int m_rows = 1;
    bool m_sharesX = false;
    bool m_sharesY = false;
    bool m_sharesXTitle = false;
    bool m_sharesYTitle = false;
    bool m_hasTitles = false;
    bool m_hasNotes = false;
    bool m_isNoteBelow = false;
    double m_yExtent = 0.0;
    double m_xExtent = 0.0;
    double m_above = 0.0;
    double m_stripHeight = 0.0;
    double m_stripsHeight = 0.0;
};

} // namespace

ChartLayout layoutChart(const Chart &chart, const ChartStyle &style, const QRectF &area)
{
    return ChartPlacer(chart, style, area).place();
}

} // namespace loupe::ui
