// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/importedfile.h"

#include <filesystem>
#include <span>

namespace loupe {

/// Gives the files of an import back, byte by byte, below `folder`, which must not exist or be
/// empty: nothing is ever overwritten, and no link in it can lead out of it. Names come from a
/// store that somebody else may have written: one that is absolute, has ".." or an empty part, or
/// is the folder of another, is refused before anything is written (Corrupt). All files or none.
Status writeOriginalFiles(std::span<const ImportedFile> files, const std::filesystem::path &folder);

} // namespace loupe
