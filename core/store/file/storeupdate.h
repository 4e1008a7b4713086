// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <stop_token>

namespace loupe {

/// Returns the version of a store written by an older program; nullopt for anything else.
std::optional<int> olderVersion(const std::filesystem::path &file);

/// Migrates a store of an older version, after a backup next to it (FILE.v9-backup). Fails with
/// NotFound if there is no such file, else like StoreWriter::open. Fails with Cancelled soon after
/// `stop`, leaving the store unchanged.
Status updateStore(const std::filesystem::path &file, std::stop_token stop = {});

} // namespace loupe
