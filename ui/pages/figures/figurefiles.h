// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/storedfigure.h"
#include "core/report/figures/paperfigure.h"

#include <filesystem>
#include <string>

namespace loupe::ui {

/// State of a figure's file relative to what an export would write now.
enum class FileState {
    Fresh, ///< the same bytes
    OutOfDate,
    Missing,
};

/// Returns "FOLDER/NAME.FORMAT", as kloupe figure --all does.
std::filesystem::path figurePath(const std::filesystem::path &folder, const StoredFigure &figure,
                                 const std::string &format);

/// Compares a file with an export in the format of its extension. Blocks. Fails if the figure
/// cannot be drawn, or the file cannot be read.
Result<FileState> stateOfFile(const PaperFigure &figure, const std::filesystem::path &file);

/// Writes the file unless it is fresh. Blocks. Returns the state that it had before.
Result<FileState> updateFile(const PaperFigure &figure, const std::filesystem::path &file);

} // namespace loupe::ui
