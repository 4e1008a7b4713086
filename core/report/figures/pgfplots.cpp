// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/pgfplots.h"

#include "core/model/chartcolors.h"
#include "core/report/figures/colouraxes.h"
#include "core/report/figures/flowplaces.h"
#include "core/report/figures/pgfcolors.h"
#include "core/report/figures/pgflayout.h"
#include "core/report/figures/pgfstrips.h"
#include "core/report/figures/stepoutlines.h"
#include "core/report/tables/latextext.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Describes the colours of cells; empty without cells.
std::string colorText(const Chart &chart, FigurePalette palette)
{
    for (const ChartPanel &panel : chart.panels) {
        const ChartAxis &axis = panel.colour;
        const bool hasValues = std::ranges::any_of(
            panel.cells, [](const ChartCell &cell) { return cell.value.has_value(); });
        if (hasValues && !axis.ticks.empty())
            return latexText(
                axis.title
                + (palette == FigurePalette::Grey ? ": light to dark, " : ": dark to light, ")
                + axis.ticks.front().text + " to " + axis.ticks.back().text);
    }
    return {};
}

class PgfPanel
{
public:
    PgfPanel(const ChartPanel &panel, const FigureSpec &spec, const PgfRoom &room, std::string &out)
        : m_panel(panel)
        , m_spec(spec)
        , m_room(room)
        , m_hasBarLabels(doPgfBarLabelsFit(panel, room, spec.fontPoints))
        , m_out(out)
    {
    }

    void write(bool isDownward)
    {
        // Half a node extends beyond either end.
        const char *flowing = m_panel.nodes.empty()
            ? ""
            : ", enlarge x limits={abs=0.06}, hide y axis, axis line style={draw=none}";
        put("\\nextgroupplot[title={{{}}}, {}, {}{}{}{}]\n", title(), axis(m_panel.x, 'x'),
            axis(m_panel.y, 'y'), isDownward ? ", y dir=reverse" : "", flowing,
            pgfStrips(m_panel, m_spec.palette));
        if (!m_panel.nodes.empty())
            flows();
        for (const ChartCell &cell : m_panel.cells)
            write(cell);
        for (const ChartBar &bar : m_panel.bars) {
            if (!bar.isStep || bar.tone.isHollow)
                write(bar);
        }
        for (const StepOutline &outline : stepOutlines(m_panel))
            write(outline);
        for (const ChartBox &box : m_panel.boxes)
            write(box);
        for (const ChartLine &line : m_panel.lines)
            write(line);
        for (const ChartDot &dot : m_panel.dots)
            write(dot);
        if (m_panel.whyEmpty.empty())
            reference();
        else
            put("\\node[font={}, black!60] at (rel axis cs:0.5,0.5) {{{}}};\n",
                pgfFont(m_spec.fontPoints), latexText(m_panel.whyEmpty));
    }

private:
    template <typename... Arguments>
    void put(fmt::format_string<Arguments...> format, Arguments &&...arguments)
    {
        fmt::format_to(std::back_inserter(m_out), format, std::forward<Arguments>(arguments)...);
    }

    std::string axis(const ChartAxis &axis, char name) const
    {
        std::string places;
        std::string texts;
        const bool hasNames = hasPgfNames(axis);
        const bool isAlong = name == 'x';
        const std::size_t step
            = pgfTickStep(axis, isAlong ? m_room.width : m_room.height, isAlong, m_spec);
        for (const ChartTick &tick : pgfTicks(axis, step)) {
            places += (places.empty() ? "" : ",") + pgfNumber(pgfPlace(axis, tick.at));
            texts += (texts.empty() ? "{" : ",{") + latexText(tick.text) + "}";
        }
        const bool isTitled = isAlong ? m_room.hasXTitle : m_room.hasYTitle;
        return fmt::format(
            "{0}label={{{1}}}, {0}min={2}, {0}max={3}, {0}tick={{{4}}}, "
            "{0}ticklabels={{{5}}}{6}",
            name, isTitled ? latexText(axis.title) : std::string(),
            pgfNumber(pgfPlace(axis, axis.least)), pgfNumber(pgfPlace(axis, axis.most)), places,
            texts,
            isAlong && hasNames
                ? ", x tick label style={rotate=45, anchor=east, font=" + pgfSmallFont(m_spec) + "}"
                : "");
    }

    std::string at(double x, double y) const
    {
        return fmt::format("(axis cs:{},{})", pgfNumber(pgfPlace(m_panel.x, x)),
                           pgfNumber(pgfPlace(m_panel.y, y)));
    }

    std::string color(const ChartTone &tone) const
    {
        return pgfColor(toneRgb(tone, m_spec.palette));
    }

    void write(const ChartCell &cell)
    {
        const std::string corners
            = at(cell.x - 0.5, cell.y - 0.5) + " rectangle " + at(cell.x + 0.5, cell.y + 0.5);
        if (cell.value) {
            const double least = pgfPlace(m_panel.colour, m_panel.colour.least);
            const double most = pgfPlace(m_panel.colour, m_panel.colour.most);
            const double place = most > least
                ? (pgfPlace(m_panel.colour, *cell.value) - least) / (most - least)
                : 0.5;
            put("\\fill[fill={}] {};\n",
                pgfColor(m_spec.palette == FigurePalette::Grey ? greyScale(place) : cividis(place)),
                corners);
        } else if (cell.outcome) {
            ChartTone tone;
            tone.kind = ChartTone::Kind::Outcome;
            tone.outcome = *cell.outcome;
            put("\\fill[fill={}] {};\n", color(tone), corners);
        } else {
            put("\\draw[black!30] {} -- {};\n", at(cell.x - 0.5, cell.y + 0.5),
                at(cell.x + 0.5, cell.y - 0.5));
        }
    }

    std::string title() const
    {
        // With strips above, the title is the only place for the panel's n.
        const std::string note
            = m_panel.strips.empty() || m_panel.note.empty() ? std::string() : ", " + m_panel.note;
        return latexText(m_panel.title + note);
    }

    void write(const StepOutline &outline)
    {
        std::string path;
        for (const StepOutline::Corner &corner : outline.corners)
            path += (path.empty() ? "" : " -- ") + at(corner.x, corner.y);
        put("\\draw[thick, draw={}{}] {};\n", color(outline.tone), pgfDash(outline.tone), path);
    }

    /// Returns the height of a bar in units of the y axis.
    double heightOf(const ChartBar &bar, double value) const
    {
        if (!bar.onShare)
            return value;
        return value >= 0 ? value * m_panel.y.most : -value * m_panel.y.least;
    }

    /// Draws ribbons between columns of nodes, over the whole height of the panel.
    void flows()
    {
        constexpr double node = 0.05; // half the width of a node, in columns
        constexpr double gap = 0.03;
        const FlowPlaces places = flowPlaces(m_panel, gap);
        const double low = m_panel.y.least;
        const double high = m_panel.y.most;
        const auto spot = [&](double x, double top) { return at(x, high - top * (high - low)); };
        for (std::size_t i = 0; i < m_panel.flows.size(); ++i) {
            const ChartFlow &flow = m_panel.flows[i];
            const FlowPlaces::Ribbon &ribbon = places.flows[i];
            if (ribbon.height <= 0)
                continue;
            const double left = m_panel.nodes[flow.from].column + node;
            const double right = m_panel.nodes[flow.to].column - node;
            const double middle = (left + right) / 2;
            put("\\fill[fill={}, fill opacity=0.35] {} .. controls {} and {} .. {} -- {} .. "
                "controls "
                "{} and {} .. {} -- cycle;\n",
                color(flow.tone), spot(left, ribbon.fromTop), spot(middle, ribbon.fromTop),
                spot(middle, ribbon.toTop), spot(right, ribbon.toTop),
                spot(right, ribbon.toTop + ribbon.height),
                spot(middle, ribbon.toTop + ribbon.height),
                spot(middle, ribbon.fromTop + ribbon.height),
                spot(left, ribbon.fromTop + ribbon.height));
        }
        for (std::size_t i = 0; i < m_panel.nodes.size(); ++i) {
            const ChartNode &each = m_panel.nodes[i];
            const FlowPlaces::Span &span = places.nodes[i];
            if (span.height <= 0)
                continue;
            put("\\fill[fill={}] {} rectangle {};\n", color(each.tone),
                spot(each.column - node, span.top),
                spot(each.column + node, span.top + span.height));
            const bool isLast = each.column >= m_panel.x.most;
            put("\\node[anchor={}, font={}, inner sep=1pt] at {} {{{}}};\n",
                isLast ? "east" : "west", pgfSmallFont(m_spec),
                spot(each.column + (isLast ? -node : node), span.top + span.height / 2),
                latexText(each.label));
        }
    }

    void write(const ChartBar &bar)
    {
        const double base = heightOf(bar, bar.base);
        const double end = heightOf(bar, bar.value);
        if (!std::isfinite(base) || !std::isfinite(end))
            return;
        const bool isOutline = bar.isDashed || bar.tone.isHollow;
        put("\\{}[{}={}{}] {} rectangle {};\n", isOutline ? "draw" : "fill",
            isOutline ? "draw" : "fill", color(bar.tone), bar.isDashed ? ", dashed" : "",
            at(bar.from, base), at(bar.to, end));
        const double middle = m_panel.x.scale == ChartScale::Linear ? (bar.from + bar.to) / 2
                                                                    : std::sqrt(bar.from * bar.to);
        if (bar.low && bar.high)
            put("\\draw[|-|] {} -- {};\n", at(middle, heightOf(bar, *bar.low)),
                at(middle, heightOf(bar, *bar.high)));
        if (!bar.label.empty() && m_hasBarLabels)
            put("\\node[above, font={}] at {} {{{}}};\n", pgfFont(m_spec.fontPoints),
                at(middle, bar.high ? std::max(end, heightOf(bar, *bar.high)) : end),
                latexText(bar.label));
    }

    void write(const ChartBox &box)
    {
        const double half = box.violin.empty() ? 0.3 : 0.06;
        if (!box.violin.empty())
            violin(box);
        put("\\draw {} -- {} {} -- {};\n", at(box.at, box.low), at(box.at, box.lowerQuartile),
            at(box.at, box.upperQuartile), at(box.at, box.high));
        put("\\filldraw[draw=black, fill={}, fill opacity={}] {} rectangle {};\n",
            box.violin.empty() ? color(box.tone) : "white", box.violin.empty() ? 0.55 : 1.0,
            at(box.at - half, box.lowerQuartile), at(box.at + half, box.upperQuartile));
        put("\\draw[thick] {} -- {};\n", at(box.at - half, box.median),
            at(box.at + half, box.median));
    }

    /// Draws the density mirrored on both sides of the middle.
    void violin(const ChartBox &box)
    {
        constexpr double half = 0.4;
        std::string left;
        std::string right;
        for (const ChartWidth &each : box.violin) {
            left += (left.empty() ? "" : " -- ") + at(box.at - half * each.share, each.at);
            right.insert(0, " -- " + at(box.at + half * each.share, each.at));
        }
        put("\\filldraw[draw={0}, fill={0}, fill opacity=0.45] {1}{2} -- cycle;\n", color(box.tone),
            left, right);
    }

    void write(const ChartLine &line)
    {
        bands(line);
        std::string path;
        for (const ChartPoint &point : line.points) {
            if (std::isfinite(point.x) && std::isfinite(point.y))
                path += fmt::format(" ({},{})", pgfNumber(pgfPlace(m_panel.x, point.x)),
                                    pgfNumber(pgfPlace(m_panel.y, point.y)));
        }
        if (!path.empty())
            put("\\addplot[thick, draw={}{}{}] coordinates {{{} }};\n", color(line.tone),
                line.isDashed ? ", dashed" : pgfDash(line.tone), line.isStep ? ", const plot" : "",
                path);
    }

    /// Draws a band for each sequence of points that have one, with steps if the line has steps.
    void bands(const ChartLine &line)
    {
        std::string upper;
        std::string lower;
        const ChartPoint *last = nullptr;
        const auto close = [&] {
            if (last != nullptr && upper.find("--") != std::string::npos)
                put("\\fill[fill={}, fill opacity=0.18] {}{} -- cycle;\n", color(line.tone), upper,
                    lower);
            upper.clear();
            lower.clear();
            last = nullptr;
        };
        for (const ChartPoint &point : line.points) {
            if (!point.low || !point.high || !std::isfinite(point.x) || !std::isfinite(*point.low)
                || !std::isfinite(*point.high)) {
                close();
                continue;
            }
            if (line.isStep && last != nullptr) {
                upper += " -- " + at(point.x, *last->high);
                lower.insert(0, " -- " + at(point.x, *last->low));
            }
            upper += (upper.empty() ? "" : " -- ") + at(point.x, *point.high);
            lower.insert(0, " -- " + at(point.x, *point.low));
            last = &point;
        }
        close();
    }

    void write(const ChartDot &dot)
    {
        if (!std::isfinite(dot.x) || !std::isfinite(dot.y))
            return;
        const double radius = std::clamp(0.8 * std::sqrt(std::max(dot.weight, 0.0)), 0.6, 4.0);
        put("\\{}[{}={}{}] {} circle[radius={}pt];\n", dot.tone.isHollow ? "draw" : "fill",
            dot.tone.isHollow ? "draw" : "fill", color(dot.tone),
            dot.tone.isHollow ? "" : ", fill opacity=0.8", at(dot.x, dot.y), pgfNumber(radius));
        if (dot.isFlagged)
            put("\\node at {} {{$\\times$}};\n", at(dot.x, dot.y));
    }

    void reference()
    {
        if (m_panel.x.reference)
            put("\\draw[densely dotted] {} -- {};\n", at(*m_panel.x.reference, m_panel.y.least),
                at(*m_panel.x.reference, m_panel.y.most));
        if (m_panel.y.reference)
            put("\\draw[densely dotted] {} -- {};\n", at(m_panel.x.least, *m_panel.y.reference),
                at(m_panel.x.most, *m_panel.y.reference));
    }

    const ChartPanel &m_panel;
    const FigureSpec &m_spec;
    PgfRoom m_room;
    bool m_hasBarLabels;
    std::string &m_out;
};

} // namespace

Result<std::string> pgfPicture(const Chart &chart, const FigureSpec &spec)
{
    if (Status drawable = checkColourAxes(chart); !drawable)
        return drawable.error();
    const int columns = pgfColumns(chart, spec);
    const int rows = (static_cast<int>(chart.panels.size()) + columns - 1) / std::max(1, columns);
    std::string out = "% \\usepackage{textcomp,pgfplots} \\usepgfplotslibrary{groupplots}\n"
                      "\\begin{tikzpicture}\n";
    const std::string font = pgfFont(spec.fontPoints);
    out += fmt::format("\\begin{{groupplot}}[group style={{group size={} by {}, horizontal "
                       "sep=3em, vertical sep=4em}}, width={:.4g}in, height={:.4g}in, clip=true, "
                       "axis lines=left, xlabel near ticks, ylabel near ticks, tick align=outside, "
                       "tick label style={{font={}}}, "
                       "label style={{font={}}}, title style={{font={}, yshift=-1ex}}]\n",
                       columns, rows, spec.widthInches / columns, spec.heightInches / rows,
                       pgfSmallFont(spec), font, font);
    for (std::size_t i = 0; i < chart.panels.size(); ++i)
        PgfPanel(chart.panels[i], spec, pgfRoom(chart, spec, i), out)
            .write(!chart.panels[i].cells.empty());
    out += "\\end{groupplot}\n";
    const std::string colors = colorText(chart, spec.palette);
    if (!chart.legend.empty() || !colors.empty()) {
        out += "\\node[anchor=north west, font=" + font
            + "] at (current bounding box.south west) {";
        for (const ChartLegendEntry &entry : chart.legend)
            out += fmt::format("\\textcolor[RGB]{{{},{},{}}}{{\\rule{{1ex}}{{1ex}}}}~{}\\quad ",
                               toneRgb(entry.tone, spec.palette).red,
                               toneRgb(entry.tone, spec.palette).green,
                               toneRgb(entry.tone, spec.palette).blue, latexText(entry.text));
        out += colors + "};\n";
    }
    return out + "\\end{tikzpicture}\n";
}

} // namespace loupe
