// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <stop_token>

namespace loupe {

/// The version of a store that an older program wrote; nullopt for anything else.
std::optional<int> olderVersion(const std::filesystem::path &file);

/// Brings a store of an older version up to date, after a backup beside it (FILE.v4-backup).
/// NotFound where there is no such file; else refuses as StoreWriter::open does. Cancelled soon
/// after `stop`: the store is then as it was.
Status updateStore(const std::filesystem::path &file, std::stop_token stop = {});

} // namespace loupe
