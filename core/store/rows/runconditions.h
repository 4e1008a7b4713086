// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

// Conditions of a run that its profile records, as SQL over `profile_json` of a table without an
// alias; empty if the profile lacks them.

/// The commit or release of the suite.
inline constexpr const char *suiteVersionSql
    = "CASE WHEN json_valid(profile_json) THEN "
      "coalesce(json_extract(profile_json, '$.engine.suite_version'), "
      "json_extract(profile_json, '$.suite_version'), '') ELSE '' END";

/// The clock of the timings, and whether a GPU's cache was cleared before each call: "cupti, cold
/// cache".
inline constexpr const char *clockSql
    = "CASE WHEN NOT json_valid(profile_json) THEN '' "
      "WHEN json_extract(profile_json, '$.engine.clock') IS NULL THEN "
      "ifnull(json_extract(profile_json, '$.clock'), '') "
      "WHEN json_extract(profile_json, '$.engine.clock') IN ('engine_wall', 'engine_blocks') "
      "THEN json_extract(profile_json, '$.engine.clock') "
      "ELSE json_extract(profile_json, '$.engine.clock') || "
      "ifnull(', ' || json_extract(profile_json, '$.timing.cache') || ' cache', '') END";

/// Gives "torch.compile" for the baseline "torch.compile (default)", over the column `baseline`.
inline constexpr const char *baselineKindSql
    = "CASE WHEN instr(baseline, ' (') > 0 THEN substr(baseline, 1, instr(baseline, ' (') - 1) "
      "ELSE baseline END";
/// Gives the baseline kind of each evaluation as a table.
inline constexpr const char *baselineKindsSql
    = "(SELECT evaluation_id, CASE WHEN instr(baseline, ' (') > 0 THEN substr(baseline, 1, "
      "instr(baseline, ' (') - 1) ELSE baseline END AS baseline_kind FROM evaluation_extra)";

} // namespace loupe
