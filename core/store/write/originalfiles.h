// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/importedfile.h"

#include <filesystem>
#include <span>

namespace loupe {

/// Writes the original files of an import below `folder`, which must not exist or be empty. Nothing
/// is overwritten, and no link in it can lead out of it. Fails with Corrupt for unsafe names,
/// because the store may be hostile: absolute names, "..", empty parts, or the folder of another
/// file. Writes all files or none.
Status writeOriginalFiles(std::span<const ImportedFile> files, const std::filesystem::path &folder);

} // namespace loupe
