// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace loupe {

/// Returns whether a write-ahead log with content lies next to the store: then the main file alone
/// is not the whole store. Opens nothing.
bool hasWriteAheadLog(const std::filesystem::path &file);

/// Removes a file that is no finished store, with what SQLite keeps next to it.
void removeStoreFiles(const std::filesystem::path &file);

} // namespace loupe
