// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace loupe {

/// Returns true if a non-empty write-ahead log exists next to the store, so that the main file is
/// incomplete. Opens nothing.
bool hasWriteAheadLog(const std::filesystem::path &file);

/// Fails with InvalidInput if there is no store `file`, but the log of an earlier one of this name:
/// SQLite would take its content into a new store. Opens nothing.
Status checkNoOldLog(const std::filesystem::path &file);

/// Removes an unfinished store with SQLite's side files.
void removeStoreFiles(const std::filesystem::path &file);

} // namespace loupe
