// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/pgfstrips.h"

#include "core/report/figures/pgfcolors.h"
#include "core/report/figures/pgflayout.h"

#include <cstddef>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr double stripHeight = 3; // pt
constexpr double stripGap = 1;

std::string stripText(const ChartStrip &strip, double bottom, FigurePalette palette)
{
    std::string out;
    int before = 0;
    for (const ChartStrip::Part &part : strip.parts) {
        const char *how = part.tone.isHatched || part.tone.isHollow ? "draw" : "fill";
        const double from = static_cast<double>(before) / strip.n;
        before += part.count;
        out += fmt::format("\\{0}[{0}={1}] ([yshift={2}pt]rel axis cs:{3},1) rectangle "
                           "([yshift={4}pt]rel axis cs:{5},1); ",
                           how, pgfColor(toneRgb(part.tone, palette)), bottom, pgfNumber(from),
                           bottom + stripHeight, pgfNumber(static_cast<double>(before) / strip.n));
    }
    return out;
}

} // namespace

std::string pgfStrips(const ChartPanel &panel, FigurePalette palette)
{
    if (panel.strips.empty())
        return {};
    std::string out;
    double bottom = stripGap;
    for (std::size_t i = panel.strips.size(); i-- > 0;) { // the last one is lowest
        out += stripText(panel.strips[i], bottom, palette);
        bottom += stripHeight + stripGap;
    }
    return fmt::format(", title style={{yshift={}pt}}, after end axis/.code={{{}}}", bottom, out);
}

} // namespace loupe
