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

/// The text of schema.sql: the tables of a new store.
extern const char *const schemaSql;
/// The text of views.sql: the stable views, recreated by every migration.
extern const char *const viewsSql;

/// Returns the steps from version 9, which KernelLoupe 0.3 wrote, to the present one. A step's SQL
/// must never change once a store of its version may exist.
std::vector<MigrationStep> migrationSteps();

} // namespace loupe
