// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/figures/paperfigure.h"
#include "ui/figures/chartpainter.h"

#include <QByteArray>
#include <QString>

#include <filesystem>

namespace loupe::ui {

constexpr int usualDotsPerInch = 300;

/// The figure laid out at its physical size, in units of paperUnit; whole points wide and high.
ChartPainter figurePainter(const PaperFigure &figure);

/// A file of the figure: "svg" and "pdf" with texts as texts (in the PDF with their fonts), "png",
/// and the formats of figureText(). The same figure gives the same bytes. InvalidInput for an
/// unknown format.
Result<QByteArray> figureFile(const PaperFigure &figure, const std::string &format,
                              int dotsPerInch = usualDotsPerInch);

/// Writes the file in the format of its ending, in one step.
Status exportFigure(const PaperFigure &figure, const std::filesystem::path &file,
                    int dotsPerInch = usualDotsPerInch);

} // namespace loupe::ui
