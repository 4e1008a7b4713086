// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/report/figures/figurespec.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Returns the folder of the installed figures, else that in the source tree. Fails with NotFound
/// if neither exists.
Result<std::filesystem::path> findFigureGallery();

/// Returns the specs of a folder's *.json, by name. Fails if any of them is invalid.
Result<std::vector<FigureSpec>> readFigureSpecs(const std::filesystem::path &folder);

/// Returns the spec with that name: a figure of the store, a file, or one of the gallery, in this
/// order. Fails with NotFound if it is none of them.
Result<FigureSpec> figureSpecNamed(const std::string &word, StoreReader &reader);

} // namespace loupe
