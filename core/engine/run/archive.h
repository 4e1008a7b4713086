// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// Packs what lies below `folder` into `file`, a compressed tar (gzip), under the folder's name.
/// Equal contents and modes give equal bytes: entries are in the order of their names, without
/// owners and times. Links and devices are left out. Io where something cannot be read or written;
/// `file` is then as it was.
Status archiveFolder(const std::filesystem::path &folder, const std::filesystem::path &file);

} // namespace loupe
