// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/merge/mergedpart.h"
#include "core/store/sqlite/sqlite.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Attaches a store to read it; from a read-only medium without the log of a writer.
Status attachStore(Database &database, const std::filesystem::path &file,
                   const std::string &schema);

/// Makes the temporary tables that say which row of a store became which one.
Status prepareMerge(Database &database);

/// Adds all that the attached database `schema` has and the main one lacks. `part.file` is set.
/// The caller holds a transaction; reviews wait for finishMerge().
Status absorbStore(Database &database, const std::string &schema, MergedPart &part);

/// Stores the reviews of all in the order of their times, and what follows from them.
Status finishMerge(Database &database);

/// Removes the temporary tables, of a connection that is used further.
Status endMerge(Database &database);

} // namespace loupe
