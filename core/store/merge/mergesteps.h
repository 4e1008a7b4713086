// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/merge/mergedpart.h"
#include "core/store/sqlite/sqlite.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Attaches a store for reading; also works on a read-only medium if it has no log.
Status attachStore(Database &database, const std::filesystem::path &file,
                   const std::string &schema);

/// Creates the temporary tables that map each row of a store to its new row.
Status prepareMerge(Database &database);

/// Adds everything that the attached database `schema` has and the main one lacks. `part.file` must
/// be set. The caller must hold a transaction; reviews are added by finishMerge().
Status absorbStore(Database &database, const std::string &schema, MergedPart &part);

/// Stores the reviews of all stores in the order of their times, and updates derived columns.
Status finishMerge(Database &database);

/// Drops the temporary tables, so that the connection can be used further.
Status endMerge(Database &database);

} // namespace loupe
