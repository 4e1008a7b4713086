// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/figuredrawing.h"

#include "core/report/figures/figuresource.h"
#include "core/report/figures/paperfigure.h"
#include "core/store/read/storereader.h"
#include "ui/figures/figureexport.h"

namespace loupe::app {

Status drawFigure(const std::string &spec, const std::filesystem::path &store,
                  const std::filesystem::path &file, int dotsPerInch)
{
    const auto reader = StoreReader::open(store);
    if (!reader)
        return reader.error();
    const auto known = figureSpecNamed(spec, **reader);
    if (!known)
        return known.error();
    const auto figure = makePaperFigure(**reader, *known);
    if (!figure)
        return figure.error();
    return ui::exportFigure(*figure, file, dotsPerInch);
}

} // namespace loupe::app
