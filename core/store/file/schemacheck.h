// SPDX-License-Identifier: Apache-2.0
//
// Compares a store's tables, views, indexes and triggers with those that this program makes. SQL in
// a foreign store runs in the programs that open it: triggers on writes, views on reads.
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One object of a store that differs from a fresh store.
struct SchemaDifference {
    enum class Kind { Missing, Foreign, Changed };
    Kind kind = Kind::Missing;
    std::string type; ///< "table", "view", "index", "trigger"
    std::string name;

    friend bool operator==(const SchemaDifference &, const SchemaDifference &) = default;
};

/// Returns 'the trigger "x" is not one of KernelLoupe's'.
std::string text(const SchemaDifference &difference);

/// Returns all differences from a store made by `plan`, missing objects first, then by name. An
/// older store is compared as it would be after migration, using a copy of its schema. Spaces,
/// comments and the order of constraints are ignored, as are statistics of ANALYZE.
Result<std::vector<SchemaDifference>> schemaDifferences(Database &database, const SchemaPlan &plan);

/// Returns whether the object is missing because an earlier, unreleased program wrote the store: it
/// was added later without a new version, and openForWriting() creates it.
bool isLateAddition(const SchemaDifference &difference);

/// Creates the missing objects, in one transaction.
Status addMissing(Database &database, const SchemaPlan &plan,
                  const std::vector<SchemaDifference> &missing);

/// Fails with Corrupt if an object is missing; with Unsupported if it is only a late addition.
Status checkComplete(Database &database, const std::vector<SchemaDifference> &differences);

/// Fails with InvalidInput if an object is foreign or changed, naming it and the remedy; as
/// checkComplete() if one is missing.
Status checkUntouched(Database &database, const std::vector<SchemaDifference> &differences);

/// Returns a CREATE statement in canonical form: no comments, one space between words and none next
/// to punctuation. For a table, columns keep their order, and constraints are sorted, because ALTER
/// TABLE may put a column before or after them. Texts and quoted names stay unchanged.
std::string canonicalSchemaSql(std::string_view sql);

} // namespace loupe
