// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/merge/mergestores.h"
#include "core/store/sqlite/sqlite.h"

#include <filesystem>

namespace loupe {

/// Adds to an open store what another one has and it lacks, by the rules of mergeStores() and in
/// one transaction; a second time changes nothing. Unsupported where the other one holds what
/// people said: only mergeStores() puts that into the order of its times.
Result<MergedPart> absorbInto(Database &database, const std::filesystem::path &other);

} // namespace loupe
