// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace loupe {

/// SQL that migrates a store from one version to the next.
struct MigrationStep {
    int fromVersion = 0; ///< migrates to fromVersion + 1
    std::string sql;
};

/// The schema of a store: the version written and the migrations of older versions. Replaceable, so
/// that tests can simulate a future version.
struct SchemaPlan {
    int version = 1;
    std::string tables; ///< schema.sql
    std::string views;  ///< views.sql; run again after a migration
    std::vector<MigrationStep> steps;
};

} // namespace loupe
