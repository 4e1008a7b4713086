// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace loupe {

/// The SQL that leads from one version to the next.
struct MigrationStep {
    int fromVersion = 0; ///< leads to fromVersion + 1
    std::string sql;
};

/// What this program makes of a file: the version it writes and how older ones become it.
/// Replaceable so that tests can play a future version.
struct SchemaPlan {
    int version = 1;
    std::string tables; ///< schema.sql
    std::string views;  ///< views.sql; run again after migrating
    std::vector<MigrationStep> steps;
};

} // namespace loupe
