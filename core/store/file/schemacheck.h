// SPDX-License-Identifier: Apache-2.0
//
// Whether a store's tables, views, indexes and triggers are those that this program makes. SQL in a
// store from elsewhere runs in the programs that open it: a trigger in each that writes, a view in
// each that reads.
#pragma once

#include "core/base/result.h"
#include "core/store/file/schemaplan.h"
#include "core/store/sqlite/sqlite.h"

#include <string>
#include <vector>

namespace loupe {

/// One object of a store that is not as a fresh store has it.
struct SchemaDifference {
    enum class Kind { Missing, Foreign, Changed };
    Kind kind = Kind::Missing;
    std::string type; ///< "table", "view", "index", "trigger"
    std::string name;

    friend bool operator==(const SchemaDifference &, const SchemaDifference &) = default;
};

/// 'the trigger "x" is not one of KernelLoupe's'.
std::string text(const SchemaDifference &difference);

/// All differences from a store made by `plan`, what is missing first, then by name; of an older
/// store the differences that it would have after migrating, which touches a copy of its schema
/// alone. Spaces, comments and the order of constraints do not count; statistics of ANALYZE are
/// no difference.
Result<std::vector<SchemaDifference>> schemaDifferences(Database &database, const SchemaPlan &plan);

/// Corrupt where something is missing.
Status checkComplete(Database &database, const std::vector<SchemaDifference> &differences);

/// InvalidInput where something is foreign or changed, naming it and what to do; Corrupt where
/// something is missing.
Status checkUntouched(Database &database, const std::vector<SchemaDifference> &differences);

} // namespace loupe
