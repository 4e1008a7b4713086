// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

class Database;

/// Writes the store as it is now into one file without side files, also while it is written to.
/// `target` is replaced in one step: a reader sees the old copy or the new, never a part.
Status copyStore(const std::filesystem::path &store, const std::filesystem::path &target);
/// The same of an open connection, whose file may have been deleted meanwhile.
Status copyStore(Database &database, const std::filesystem::path &target);

} // namespace loupe
