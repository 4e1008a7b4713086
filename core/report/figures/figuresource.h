// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/report/figures/figurespec.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// The folder of the figures that come with the program: beside the installation, or in the source
/// tree. NotFound when neither exists.
Result<std::filesystem::path> findFigureGallery();

/// The specs of a folder's *.json, by name. Refused whole where one of them is wrong.
Result<std::vector<FigureSpec>> readFigureSpecs(const std::filesystem::path &folder);

/// The spec that a word stands for: a figure of the store, a file, or one of the gallery, in this
/// order. NotFound when it is none of them.
Result<FigureSpec> figureSpecNamed(const std::string &word, StoreReader &reader);

} // namespace loupe
