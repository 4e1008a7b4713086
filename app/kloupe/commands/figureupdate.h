// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/report/figures/figurechanges.h"
#include "core/report/figures/paperfigure.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe::cli {

struct FigureTarget {
    std::filesystem::path store;
    std::filesystem::path place; ///< a file, or a folder for all
    int dotsPerInch = 300;
};

/// Writes a figure in the format of the file's suffix. Pictures are drawn by kernelloupe in this
/// program's folder, which gets `spec` as an argument. Returns Environment if it is not installed.
Status writeFigure(const std::string &spec, const PaperFigure &figure, const FigureTarget &target);

/// Stored figure, and its state relative to the data.
struct PaperFigureLine {
    std::string name;
    std::string state;
    std::vector<std::string> moved; ///< changes since the last export
};
Result<std::vector<PaperFigureLine>> figureLines(StoreReader &reader);

/// Exports the figures of the store whose data changed or whose files are missing, and records the
/// export. A figure that fails reports its error and does not stop the others.
Result<std::vector<PaperFigureLine>> updateFigures(const FigureTarget &target,
                                                   const std::vector<std::string> &formats);

} // namespace loupe::cli
