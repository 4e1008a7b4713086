// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/report/figures/figurespec.h"
#include "core/report/tables/datatable.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace loupe {

/// A figure with its data: everything that its files are written from.
struct PaperFigure {
    FigureSpec spec;
    Chart chart;
    DataTable table;     ///< chartTable()
    std::string numbers; ///< what identifies its data: the table without its texts, as CSV, numbers
                         ///< to nine digits, which every machine works out alike
    std::string dataHash; ///< SHA-256 of `numbers`
    std::string caption;
};

/// Reads the evaluations that the spec's filter names and makes the chart, with all its panels.
/// Errors as of parseFilter(), the store and buildChart(); Cancelled when told to stop.
Result<Chart> figureChart(StoreReader &reader, const FigureSpec &spec,
                          const std::stop_token &stop = {});
/// The figure of a chart: as many of its panels as the spec asks for and its size has room for.
/// Errors as of fittedChart().
Result<PaperFigure> figureOf(const Chart &chart, const FigureSpec &spec);
/// Both.
Result<PaperFigure> makePaperFigure(StoreReader &reader, const FigureSpec &spec,
                                    const std::stop_token &stop = {});

/// One line of JSON for the metadata of files: program, hash of the data, filter, spec.
std::string provenance(const PaperFigure &figure);

/// The file formats that need no drawing: "csv" (the numbers), "tex" (a LaTeX table), "pgf" (a
/// picture for LaTeX's package pgfplots).
bool isTextFormat(std::string_view format);
/// InvalidInput for a format that is none of them; Unsupported where the chart has none of it.
Result<std::string> figureText(const PaperFigure &figure, std::string_view format);

/// "pdf" of "figures/a.PDF"; empty without one.
std::string formatOf(const std::filesystem::path &file);

} // namespace loupe
