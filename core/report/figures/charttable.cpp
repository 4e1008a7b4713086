// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/charttable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace loupe {

namespace {

enum ChartColumn : std::size_t {
    PanelColumn,
    MarkColumn,
    SeriesColumn,
    XColumn,
    XEndColumn,
    RowColumn,
    ValueColumn,
    LowColumn,
    LowerQuartileColumn,
    UpperQuartileColumn,
    HighColumn,
    EvaluationsColumn,
    FlagColumn,
    TextColumn,
    ChartColumns
};

constexpr std::array<const char *, ChartColumns> chartColumnNames{
    "panel", "mark",           "series",         "x",    "x_end",       "row",  "value",
    "low",   "lower_quartile", "upper_quartile", "high", "evaluations", "flag", "text"};

using ChartRow = std::array<DataCell, ChartColumns>;

/// Returns true if the axis shows names instead of numbers.
bool isNamed(const ChartAxis &axis)
{
    return axis.scale == ChartScale::Linear && axis.least == -0.5
        && std::ranges::all_of(axis.ticks, [](const ChartTick &tick) {
               return tick.at == std::floor(tick.at) && tick.at >= 0;
           });
}

/// Returns the name at a position, or the number itself.
DataCell placeOn(const ChartAxis &axis, double at)
{
    if (isNamed(axis)) {
        const auto tick = std::ranges::find_if(
            axis.ticks, [&](const ChartTick &each) { return each.at == std::round(at); });
        if (tick != axis.ticks.end())
            return tick->text;
    }
    return at;
}

DataCell seriesOf(const Chart &chart, const ChartTone &tone)
{
    const auto entry = std::ranges::find_if(
        chart.legend, [&](const ChartLegendEntry &each) { return each.tone == tone; });
    if (entry != chart.legend.end())
        return entry->text;
    return std::monostate();
}

DataCell orNothing(const std::optional<double> &value)
{
    return value ? DataCell(*value) : DataCell();
}

ChartRow rowOf(const ChartPanel &panel, const char *kind, const ChartMark &mark)
{
    ChartRow row;
    if (!panel.title.empty())
        row[PanelColumn] = panel.title;
    row[MarkColumn] = std::string(kind);
    if (!mark.members.empty())
        row[EvaluationsColumn] = static_cast<std::int64_t>(mark.members.size());
    if (!mark.text.empty())
        row[TextColumn] = mark.text;
    return row;
}

ChartRow rowOf(const Chart &chart, const ChartPanel &panel, const ChartBar &bar)
{
    ChartRow row = rowOf(panel, bar.onShare ? "share" : "bar", bar.mark);
    row[SeriesColumn] = seriesOf(chart, bar.tone);
    const auto within = std::ranges::find_if(panel.x.ticks, [&](const ChartTick &tick) {
        return tick.at >= bar.from && tick.at <= bar.to;
    });
    if (isNamed(panel.x)) {
        row[XColumn] = placeOn(panel.x, (bar.from + bar.to) / 2);
    } else if ((bar.onShare || bar.isOpen) && within != panel.x.ticks.end()) {
        row[XColumn] = within->text; // "fail", "≥8": the position is not a speedup
    } else {
        row[XColumn] = bar.from;
        row[XEndColumn] = bar.to;
    }
    row[ValueColumn] = bar.value - bar.base;
    row[LowColumn] = orNothing(bar.low);
    row[HighColumn] = orNothing(bar.high);
    if (bar.tone.isHollow && !bar.isDashed)
        row[FlagColumn] = std::string("hollow");
    return row;
}

ChartRow rowOf(const Chart &chart, const ChartPanel &panel, const ChartBox &box)
{
    ChartRow row = rowOf(panel, "box", box.mark);
    row[SeriesColumn] = seriesOf(chart, box.tone);
    row[XColumn] = placeOn(panel.x, box.at);
    row[LowColumn] = box.low;
    row[LowerQuartileColumn] = box.lowerQuartile;
    row[ValueColumn] = box.median;
    row[UpperQuartileColumn] = box.upperQuartile;
    row[HighColumn] = box.high;
    return row;
}

ChartRow rowOf(const Chart &chart, const ChartPanel &panel, const ChartBox &box,
               const ChartWidth &width)
{
    ChartRow row = rowOf(panel, "violin", {});
    row[SeriesColumn] = seriesOf(chart, box.tone);
    row[XColumn] = placeOn(panel.x, box.at);
    row[RowColumn] = width.at;
    row[ValueColumn] = width.share;
    return row;
}

ChartRow rowOf(const ChartPanel &panel, const ChartLine &line, const ChartPoint &point)
{
    ChartRow row = rowOf(panel, "point", point.mark);
    if (!line.name.empty())
        row[SeriesColumn] = line.name;
    row[XColumn] = placeOn(panel.x, point.x);
    row[ValueColumn] = point.y;
    row[LowColumn] = orNothing(point.low);
    row[HighColumn] = orNothing(point.high);
    return row;
}

ChartRow rowOf(const Chart &chart, const ChartPanel &panel, const ChartDot &dot)
{
    ChartRow row = rowOf(panel, "dot", dot.mark);
    row[SeriesColumn] = seriesOf(chart, dot.tone);
    row[XColumn] = placeOn(panel.x, dot.x);
    row[ValueColumn] = placeOn(panel.y, dot.y);
    if (dot.mark.members.empty() && dot.weight != 1.0)
        row[EvaluationsColumn] = dot.weight;
    if (dot.isFlagged)
        row[FlagColumn] = std::string("flagged");
    else if (dot.tone.isHollow)
        row[FlagColumn] = std::string("hollow");
    return row;
}

ChartRow rowOf(const ChartPanel &panel, const ChartCell &cell)
{
    ChartRow row = rowOf(panel, "cell", cell.mark);
    row[XColumn] = placeOn(panel.x, cell.x);
    row[RowColumn] = placeOn(panel.y, cell.y);
    if (cell.value)
        row[ValueColumn] = *cell.value;
    else if (cell.outcome)
        row[ValueColumn] = std::string(label(*cell.outcome));
    return row;
}

ChartRow rowOf(const ChartPanel &panel, const ChartStrip &strip, const ChartStrip::Part &part)
{
    ChartRow row = rowOf(panel, "strip", part.mark);
    if (!strip.name.empty())
        row[SeriesColumn] = strip.name;
    row[XColumn] = part.name;
    row[ValueColumn] = static_cast<double>(part.count) / strip.n;
    return row;
}

DataCell columnName(const ChartPanel &panel, int column)
{
    const auto tick = std::ranges::find_if(
        panel.x.ticks, [&](const ChartTick &each) { return each.at == column; });
    return tick == panel.x.ticks.end() ? DataCell(std::int64_t{column}) : DataCell(tick->text);
}

ChartRow rowOf(const Chart &chart, const ChartPanel &panel, const ChartNode &node)
{
    ChartRow row = rowOf(panel, "node", node.mark);
    row[SeriesColumn] = seriesOf(chart, node.tone);
    row[XColumn] = columnName(panel, node.column);
    row[ValueColumn] = node.size;
    return row;
}

ChartRow rowOf(const Chart &chart, const ChartPanel &panel, const ChartFlow &flow)
{
    ChartRow row = rowOf(panel, "flow", flow.mark);
    row[ValueColumn] = flow.size;
    if (flow.from >= panel.nodes.size() || flow.to >= panel.nodes.size())
        return row;
    const ChartNode &from = panel.nodes[flow.from];
    const ChartNode &to = panel.nodes[flow.to];
    row[XColumn] = columnName(panel, from.column);
    row[XEndColumn] = columnName(panel, to.column);
    row[SeriesColumn] = seriesOf(chart, from.tone);
    row[RowColumn] = seriesOf(chart, to.tone);
    return row;
}

std::vector<ChartRow> chartRows(const Chart &chart)
{
    std::vector<ChartRow> out;
    for (const ChartPanel &panel : chart.panels) {
        for (const ChartStrip &strip : panel.strips) {
            for (const ChartStrip::Part &part : strip.parts)
                out.push_back(rowOf(panel, strip, part));
        }
        for (const ChartCell &cell : panel.cells)
            out.push_back(rowOf(panel, cell));
        for (const ChartBar &bar : panel.bars)
            out.push_back(rowOf(chart, panel, bar));
        for (const ChartBox &box : panel.boxes) {
            out.push_back(rowOf(chart, panel, box));
            for (const ChartWidth &each : box.violin)
                out.push_back(rowOf(chart, panel, box, each));
        }
        for (const ChartLine &line : panel.lines) {
            for (const ChartPoint &point : line.points) {
                if (!point.isCorner)
                    out.push_back(rowOf(panel, line, point));
            }
        }
        for (const ChartDot &dot : panel.dots)
            out.push_back(rowOf(chart, panel, dot));
        for (const ChartNode &node : panel.nodes)
            out.push_back(rowOf(chart, panel, node));
        for (const ChartFlow &flow : panel.flows)
            out.push_back(rowOf(chart, panel, flow));
    }
    return out;
}

} // namespace

DataTable chartTable(const Chart &chart)
{
    const std::vector<ChartRow> rows = chartRows(chart);
    std::vector<std::size_t> columns;
    for (std::size_t column = 0; column < ChartColumns; ++column) {
        const bool isNeeded = column == MarkColumn || column == XColumn || column == ValueColumn
            || std::ranges::any_of(rows, [&](const ChartRow &row) {
                                  return !std::holds_alternative<std::monostate>(row[column]);
                              });
        if (isNeeded)
            columns.push_back(column);
    }
    DataTable out;
    out.caption = chart.title.empty() ? chart.definition : chart.title + ". " + chart.definition;
    for (const std::size_t column : columns)
        out.columns.emplace_back(chartColumnNames[column]);
    out.rows.reserve(rows.size());
    for (const ChartRow &row : rows) {
        DataRow cells;
        cells.reserve(columns.size());
        for (const std::size_t column : columns)
            cells.push_back(row[column]);
        out.rows.push_back(std::move(cells));
    }
    return out;
}

} // namespace loupe
