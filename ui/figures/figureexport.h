// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/figures/paperfigure.h"
#include "ui/figures/chartpainter.h"

#include <QByteArray>
#include <QString>

#include <filesystem>

namespace loupe::ui {

constexpr int usualDotsPerInch = 300;

/// Lays out the figure at its physical size, in units of paperUnit; width and height are whole
/// points.
ChartPainter figurePainter(const PaperFigure &figure);

/// Renders the figure: "svg" and "pdf" with real texts (PDF with embedded fonts), "pgf" with the
/// fonts of the document that uses it, "png", and the formats of figureText(). Equal figures give
/// equal bytes. InvalidInput for an unknown format.
Result<QByteArray> figureFile(const PaperFigure &figure, const std::string &format,
                              int dotsPerInch = usualDotsPerInch);

/// Writes the file atomically, in the format of its extension.
Status exportFigure(const PaperFigure &figure, const std::filesystem::path &file,
                    int dotsPerInch = usualDotsPerInch);

} // namespace loupe::ui
