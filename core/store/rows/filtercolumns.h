// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/rows/runconditions.h"

#include <string_view>

namespace loupe {

// Location of the fields of the filter language in the tables, relative to `evaluation e`.

/// SQL for a text field: the condition on `column` goes between `before` and `after`.
struct TextField {
    std::string_view name;
    std::string_view column;
    std::string_view before;
    std::string_view after;
};

inline constexpr TextField textFields[] = {
    {"category", "e.category", "", ""},
    {"suite", "suite", "e.task_id IN (SELECT id FROM task WHERE ", ")"},
    {"task", "name", "e.task_id IN (SELECT id FROM task WHERE ", ")"},
    {"method", "name", "e.method_id IN (SELECT id FROM method WHERE ", ")"},
    {"run", "name", "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"device", "device_name",
     "e.run_id IN (SELECT r.id FROM run r JOIN environment n ON n.id = r.environment_id WHERE ",
     ")"},
    {"flag", "flag", "e.id IN (SELECT evaluation_id FROM evaluation_flag WHERE ", ")"},
    {"precision", "precision", "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"protocol", "protocol", "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"baseline", "baseline", "e.id IN (SELECT evaluation_id FROM evaluation_extra WHERE ", ")"},
    {"baseline_kind", baselineKindSql, "e.id IN (SELECT evaluation_id FROM evaluation_extra WHERE ",
     ")"},
    {"suite_version", suiteVersionSql, "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"clock", clockSql, "e.run_id IN (SELECT id FROM run WHERE ", ")"},
    {"language", "(SELECT language FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"kind", "kind", "e.id IN (SELECT evaluation_id FROM failure WHERE ", ")"},
    {"cause", "failure_cause(summary)", "e.id IN (SELECT evaluation_id FROM failure WHERE ", ")"},
    {"fingerprint", "fingerprint", "e.id IN (SELECT evaluation_id FROM failure WHERE ", ")"},
    {"rule", "rule", "e.id IN (SELECT evaluation_id FROM finding WHERE ", ")"},
    {"finding", "severity", "e.id IN (SELECT evaluation_id FROM finding WHERE ", ")"},
    {"made_of", "ifnull(e.made_of, '')", "", ""},
    {"arithmetic", "ifnull(e.arithmetic, '')", "", ""},
};

struct NumberField {
    std::string_view name;
    std::string_view column;
    std::string_view before;
    std::string_view after;
};

inline constexpr NumberField numberFields[] = {
    {"level", "level", "e.task_id IN (SELECT id FROM task WHERE ", ")"},
    {"sample", "e.sample", "", ""},
    {"round", "e.round", "", ""},
    {"speedup", "e.speedup", "", ""},
    {"time", "e.candidate_ms", "", ""},
    {"baseline_ms", "e.baseline_ms", "", ""},
    {"attempt", "e.attempt", "", ""},
    {"id", "e.id", "", ""},
    {"input_tokens", "(SELECT input_tokens FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"output_tokens", "(SELECT output_tokens FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"requests", "(SELECT requests FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"dollars", "(SELECT dollars FROM candidate WHERE id = e.candidate_id)", "", ""},
    {"generation_seconds", "(SELECT generation_seconds FROM candidate WHERE id = e.candidate_id)",
     "", ""},
};

/// Text fields with rows in another table: "none" means that there is no row.
struct SideTable {
    std::string_view field;
    std::string_view table;
};

inline constexpr SideTable sideTables[] = {
    {"flag", "evaluation_flag"}, {"kind", "failure"}, {"cause", "failure"},
    {"fingerprint", "failure"},  {"rule", "finding"}, {"finding", "finding"},
};

} // namespace loupe
