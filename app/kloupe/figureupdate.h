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

/// Writes a figure in the format of the file's ending. Pictures are drawn by the program
/// kernelloupe beside this one, which reads the spec again by the word `spec`; Environment when it
/// is not installed.
Status writeFigure(const std::string &spec, const PaperFigure &figure, const FigureTarget &target);

/// A figure of the store and how it stands to its data.
struct PaperFigureLine {
    std::string name;
    std::string state;
    std::vector<std::string> moved; ///< since the last export
};
Result<std::vector<PaperFigureLine>> figureLines(StoreReader &reader);

/// Exports every figure of the store to a folder in these formats, where its data moved or a file
/// is not there, and keeps what was exported. A figure that cannot be made says so and hinders no
/// other.
Result<std::vector<PaperFigureLine>> updateFigures(const FigureTarget &target,
                                                   const std::vector<std::string> &formats);

} // namespace loupe::cli
