// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/paperfigure.h"

#include "core/base/asciicase.h"
#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/report/figures/charttable.h"
#include "core/report/figures/figurefit.h"
#include "core/store/read/measuredrows.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Rounds to nine digits: the last digits of sums and roots differ between machines.
DataCell toNineDigits(const DataCell &cell)
{
    const auto *number = std::get_if<double>(&cell);
    if (number == nullptr)
        return cell;
    if (!std::isfinite(*number))
        return std::monostate();
    return fmt::format("{:.9g}", *number + 0.0); // avoids "-0"
}

/// Removes the texts, which repeat the other columns.
DataTable withoutTexts(const DataTable &table)
{
    const auto text = static_cast<std::size_t>(std::ranges::find(table.columns, "text")
                                               - table.columns.begin());
    DataTable out = table;
    if (text == table.columns.size())
        return out;
    const auto place = static_cast<std::ptrdiff_t>(text);
    out.columns.erase(out.columns.begin() + place);
    for (DataRow &row : out.rows)
        row.erase(row.begin() + place);
    return out;
}

std::string identifyingNumbers(const DataTable &table)
{
    DataTable out = withoutTexts(table);
    for (DataRow &row : out.rows)
        std::ranges::transform(row, row.begin(), toNineDigits);
    return toCsv(out);
}

Result<Chart> chartOfShapes(StoreReader &reader, std::vector<MetricRow> rows,
                            const ChartRequest &request, const std::stop_token &stop)
{
    const auto kept = withShapesIfDrawn(reader, chartRows(std::move(rows), request), request, stop);
    return kept ? buildChart(*kept, request, stop) : Result<Chart>(kept.error());
}

/// Returns a LaTeX comment line; control characters cannot end it early.
std::string latexComment(const std::string &text)
{
    std::string line = text;
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return "% " + line + "\n";
}

bool isSameAxis(const ChartAxis &a, const ChartAxis &b)
{
    return a.title == b.title && a.scale == b.scale && a.least == b.least && a.most == b.most;
}

} // namespace

Result<ChartRows> withShapesIfDrawn(StoreReader &reader, ChartRows kept,
                                    const ChartRequest &request, const std::stop_token &stop)
{
    if (!drawsShapes(request))
        return kept;
    if (facts(request.kind).needsRounds())
        return Error{.code = Errc::Unsupported,
                     .message = "a chart over rounds cannot be split by shape",
                     .hint = "choose another grouping"};
    auto split = readRowsByShape(reader, kept.rows, stop);
    if (!split)
        return split.error();
    return withShapes(std::move(kept), std::move(*split));
}

Status checkColourAxes(const Chart &chart)
{
    const ChartPanel *first = nullptr;
    for (const ChartPanel &panel : chart.panels) {
        if (std::ranges::none_of(panel.cells,
                                 [](const ChartCell &cell) { return cell.value.has_value(); }))
            continue;
        if (first == nullptr)
            first = &panel;
        else if (!isSameAxis(first->colour, panel.colour))
            return Error{.code = Errc::Unsupported,
                         .message = "the panels \"" + first->title + "\" and \"" + panel.title
                             + "\" have colours of their own, and a figure has one colour bar",
                         .hint = "make a figure of each"};
    }
    return {};
}

Result<Chart> figureChart(StoreReader &reader, const FigureSpec &spec, const std::stop_token &stop)
{
    const auto filter = parseFilter(spec.filter);
    if (!filter)
        return filter.error();
    auto rows = scopedRows(reader, *filter, spec.chart.scope.value_or(Scope()), stop);
    if (!rows)
        return rows.error();
    auto chart = drawsShapes(spec.chart) ? chartOfShapes(reader, std::move(*rows), spec.chart, stop)
                                         : buildChart(*rows, spec.chart, stop);
    if (chart)
        return chart;
    Error error = std::move(chart).error();
    if (error.where.empty())
        error.where = "figure " + spec.name;
    return error;
}

Result<PaperFigure> figureOf(const Chart &chart, const FigureSpec &spec)
{
    auto fitted = fittedChart(chart, spec);
    if (!fitted)
        return std::move(fitted).error();
    if (Status drawable = checkColourAxes(*fitted); !drawable)
        return drawable.error();
    PaperFigure out;
    out.spec = spec;
    out.chart = *std::move(fitted);
    if (!spec.title.empty())
        out.chart.title = spec.title;
    else
        out.spec.title = out.chart.title;
    out.table = chartTable(out.chart);
    auto caption = filledCaption(out.spec, out.chart.definition, out.chart.n);
    if (!caption)
        return std::move(caption).error();
    out.caption = *std::move(caption);
    out.table.caption = out.caption;
    out.numbers = identifyingNumbers(out.table);
    out.dataHash = sha256Hex(out.numbers);
    return out;
}

Result<PaperFigure> makePaperFigure(StoreReader &reader, const FigureSpec &spec,
                                    const std::stop_token &stop)
{
    const auto chart = figureChart(reader, spec, stop);
    if (!chart)
        return chart.error();
    return figureOf(*chart, spec);
}

std::string provenance(const PaperFigure &figure)
{
    const auto spec = Json::parse(text(figure.spec), nullptr, false);
    const Json out{{"program", "KernelLoupe " LOUPE_VERSION},
                   {"data_sha256", figure.dataHash},
                   {"filter", figure.spec.filter},
                   {"spec", spec}};
    return out.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string provenanceComment(const PaperFigure &figure)
{
    return latexComment(provenance(figure));
}

bool isDrawnFormat(std::string_view format)
{
    return format == "pdf" || format == "svg" || format == "png" || format == "pgf";
}

Result<std::string> figureText(const PaperFigure &figure, std::string_view format)
{
    if (format == "csv")
        return toCsv(figure.table);
    if (format == "tex")
        return provenanceComment(figure) + toLatex(withoutTexts(figure.table));
    return Error{.code = Errc::InvalidInput,
                 .message = fmt::format("\"{}\" is no format of figures", format),
                 .hint = "pdf, svg, png, csv, tex, pgf"};
}

std::string formatOf(const std::filesystem::path &file)
{
    const std::string extension = file.extension().string();
    return lowered(extension.empty() ? extension : extension.substr(1));
}

} // namespace loupe
