// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartbuilder.h"
#include "core/base/result.h"
#include "core/model/saved/chart.h"
#include "core/report/figures/figurespec.h"
#include "core/report/tables/datatable.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace loupe {

/// A figure with its data: the input for all its files.
struct PaperFigure {
    FigureSpec spec;
    Chart chart;
    DataTable table; ///< chartTable()
    /// The table without texts, as CSV, with numbers to nine digits. The data has changed if and
    /// only if this has.
    std::string numbers;
    std::string dataHash; ///< SHA-256 of `numbers`
    std::string caption;
};

/// Splits the rows of a chart by shape if the request draws shapes; otherwise returns them as they
/// are. Fails with Unsupported for a chart over rounds, and with Cancelled if stopped.
Result<ChartRows> withShapesIfDrawn(StoreReader &reader, ChartRows kept,
                                    const ChartRequest &request, const std::stop_token &stop = {});

/// Fails with Unsupported if panels have different colour axes, because one colour bar would be
/// wrong for some of them.
Status checkColourAxes(const Chart &chart);

/// Reads the evaluations under the spec's filter and builds the chart with all its panels. Fails
/// like parseFilter(), the store and buildChart(), and with Cancelled if stopped.
Result<Chart> figureChart(StoreReader &reader, const FigureSpec &spec,
                          const std::stop_token &stop = {});
/// Makes the figure of a chart, with as many panels as the spec requests and its size can hold.
/// Fails like fittedChart().
Result<PaperFigure> figureOf(const Chart &chart, const FigureSpec &spec);
/// Calls figureChart(), then figureOf().
Result<PaperFigure> makePaperFigure(StoreReader &reader, const FigureSpec &spec,
                                    const std::stop_token &stop = {});

/// Returns one line of JSON for the metadata of files: program, hash of the data, filter, spec.
std::string provenance(const PaperFigure &figure);

/// Returns provenance() as a comment line of LaTeX.
std::string provenanceComment(const PaperFigure &figure);

/// Returns true for formats that kernelloupe draws: "pdf", "svg", "png", and "pgf" (a picture for
/// LaTeX's package pgf).
bool isDrawnFormat(std::string_view format);
/// Returns the content of a file that needs no drawing: "csv" (the numbers) or "tex" (a LaTeX
/// table). Fails with InvalidInput for another format.
Result<std::string> figureText(const PaperFigure &figure, std::string_view format);

/// Returns "pdf" for "figures/a.PDF"; empty without an extension.
std::string formatOf(const std::filesystem::path &file);

} // namespace loupe
