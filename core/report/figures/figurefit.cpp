// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/figurefit.h"

#include "core/analysis/charts/panelgrid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr double pointsPerInch = 72;

std::size_t maxStrips(const Chart &chart)
{
    std::size_t out = 0;
    for (const ChartPanel &panel : chart.panels)
        out = std::max(out, panel.strips.size());
    return out;
}

/// Returns the minimum size of a panel, in points, at which its letters and marks are readable,
/// including title and labels.
PanelSize minPanel(const Chart &chart, const FigureSpec &spec)
{
    constexpr double widthInLetters = 11;
    constexpr double heightInLines = 7;
    const double strips = static_cast<double>(maxStrips(chart));
    return {widthInLetters * spec.fontPoints, (heightInLines + strips) * spec.fontPoints};
}

/// Returns the space for the panels, without the legend and the titles of the axes.
PanelSize roomForPanels(const Chart &chart, const FigureSpec &spec)
{
    constexpr double entriesInLine = 4;
    const double lines = std::ceil(static_cast<double>(chart.legend.size()) / entriesInLine) + 1.0;
    return {spec.widthInches * pointsPerInch,
            spec.heightInches * pointsPerInch - lines * spec.fontPoints * 1.2};
}

std::string inches(double value)
{
    return fmt::format("{:.1f} in", value);
}

/// Returns the required height, rounded up to a tenth of an inch.
double heightFor(int rows, const Chart &chart, const FigureSpec &spec)
{
    const double outside = spec.heightInches * pointsPerInch - roomForPanels(chart, spec).height;
    const double points = outside + rows * minPanel(chart, spec).height;
    return std::ceil(points / pointsPerInch * 10) / 10;
}

/// Offers that fit the size, and sizes that fit all panels.
class OfferMaker
{
public:
    OfferMaker(const Chart &chart, const FigureSpec &spec)
        : m_chart(chart)
        , m_spec(spec)
        , m_panels(static_cast<int>(chart.panels.size()))
    {
    }

    void offerColumns(std::vector<FigureOffer> &out) const
    {
        FigureSpec spec = m_spec;
        spec.columns = maxColumns();
        out.push_back(
            {fmt::format("{} {}", spec.columns, spec.columns == 1 ? "column" : "columns"), spec});
    }

    void offerPanels(std::vector<FigureOffer> &out) const
    {
        FigureSpec spec = m_spec;
        spec.columns = std::min(m_spec.columns, maxColumns());
        const PanelGrid grid = gridOf(spec);
        spec.panels = grid.shown;
        out.push_back({fmt::format("{} panels in a figure", spec.panels), spec});
    }

    void offerHeight(int panels, std::vector<FigureOffer> &out) const
    {
        constexpr double highest = 60;
        FigureSpec spec = m_spec;
        spec.columns = std::min(m_spec.columns, maxColumns());
        const int columns = spec.columns > 0 ? spec.columns : maxColumns();
        const int rows = (panels + columns - 1) / columns;
        spec.heightInches = heightFor(rows, m_chart, m_spec);
        spec.panels = m_spec.panels;
        if (spec.heightInches <= highest)
            out.push_back({"a height of " + inches(spec.heightInches), spec});
    }

    int maxColumns() const
    {
        const double room = roomForPanels(m_chart, m_spec).width;
        const int most = static_cast<int>(room / minPanel(m_chart, m_spec).width);
        return std::clamp(most, 1, std::max(1, m_panels));
    }

    PanelGrid gridOf(const FigureSpec &spec) const
    {
        return panelGrid(m_panels, roomForPanels(m_chart, spec), minPanel(m_chart, spec),
                         spec.columns);
    }

private:
    const Chart &m_chart;
    const FigureSpec &m_spec;
    int m_panels;
};

} // namespace

FigureFit figureFit(const Chart &chart, const FigureSpec &spec)
{
    FigureFit out;
    out.panels = static_cast<int>(chart.panels.size());
    out.columns = spec.columns;
    out.shown = out.panels;
    if (spec.page > 1 && out.panels < 2)
        out.problem = "one panel has one page";
    if (out.panels < 2)
        return out;
    const OfferMaker offers(chart, spec);
    const int fitting = offers.gridOf(spec).shown;
    if (std::min(spec.columns, out.panels) > offers.maxColumns()) {
        out.problem = fmt::format("{} have no room for {} readable columns of panels",
                                  inches(spec.widthInches), spec.columns);
        offers.offerColumns(out.offers);
        return out;
    }
    const int asked = spec.panels > 0 ? std::min(spec.panels, out.panels) : fitting;
    if (asked > fitting) {
        out.problem = fmt::format("{} by {} have no room for {} readable panels",
                                  inches(spec.widthInches), inches(spec.heightInches), asked);
        offers.offerPanels(out.offers);
        offers.offerHeight(asked, out.offers);
        return out;
    }
    out.shown = std::max(1, asked);
    out.pages = (out.panels + out.shown - 1) / out.shown;
    out.first = (spec.page - 1) * out.shown;
    if (spec.page > out.pages)
        out.problem = fmt::format("there is no page {} of {}", spec.page, out.pages);
    if (out.pages > 1)
        offers.offerHeight(out.panels, out.offers);
    return out;
}

Result<Chart> fittedChart(const Chart &chart, const FigureSpec &spec)
{
    const FigureFit fit = figureFit(chart, spec);
    if (!fit.problem.empty()) {
        std::string hint;
        for (const FigureOffer &offer : fit.offers)
            hint += (hint.empty() ? "it has for " : ", or take ") + offer.text;
        return Error{Errc::Unsupported, fit.problem, "figure " + spec.name, hint};
    }
    const auto first = static_cast<std::size_t>(fit.first);
    const auto count = static_cast<std::size_t>(fit.shown);
    Chart out = chartPage(chart, first, count);
    if (fit.pages > 1)
        out.definition += fmt::format(" Page {} of {}: {} are on another.", spec.page, fit.pages,
                                      restText(chart, first, count));
    return out;
}

} // namespace loupe
