// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// Packs the regular files below `folder` into `file`, a tar.gz, under the folder's name. Equal
/// contents and modes give equal bytes: entries are sorted by name, without owners and times. On an
/// Io error `file` is unchanged.
Status archiveFolder(const std::filesystem::path &folder, const std::filesystem::path &file);

} // namespace loupe
