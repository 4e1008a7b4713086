// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/merge/mergestores.h"
#include "core/store/sqlite/sqlite.h"

#include <filesystem>

namespace loupe {

/// Adds the missing contents of another store to an open one, by the rules of mergeStores() and in
/// one transaction. It is idempotent. Fails with Unsupported if the other store has reviews or
/// annotations, which only mergeStores() can sort by time.
Result<MergedPart> absorbInto(Database &database, const std::filesystem::path &other);

} // namespace loupe
