// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/colouraxes.h"

#include <algorithm>

namespace loupe {

namespace {

bool isSameAxis(const ChartAxis &a, const ChartAxis &b)
{
    return a.title == b.title && a.scale == b.scale && a.least == b.least && a.most == b.most;
}

} // namespace

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

} // namespace loupe
