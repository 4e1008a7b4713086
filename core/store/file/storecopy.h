// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

class Database;

/// Writes a snapshot of the store into one file without side files, even while it is written to.
/// `target` is replaced atomically.
Status copyStore(const std::filesystem::path &store, const std::filesystem::path &target);
/// Does the same for an open connection, whose file may already be deleted.
Status copyStore(Database &database, const std::filesystem::path &target);

} // namespace loupe
