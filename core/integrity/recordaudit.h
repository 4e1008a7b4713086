// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/recordfinding.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/recordedstate.h"
#include "core/model/verdict/finding.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Rule of the record layer. Rules have no state: the same states give the same findings.
struct RecordRule {
    std::string_view id;
    FindingSeverity severity = FindingSeverity::Note; ///< maximum severity of its findings
    /// One sentence each, for display (`kloupe rules`, the help page).
    std::string_view proves;
    std::string_view cannotSee;
    std::vector<RecordFinding> (*look)(const AuditedRecords &records);
};

std::span<const RecordRule> recordRules();

/// Returns the findings of all rules, most severe first, then in the order of the rules. Compares
/// states of several runs with each other. Uses no prior knowledge of tasks, suites or devices.
/// `files` has the display names of the files that runs were imported from.
std::vector<RecordFinding> auditRecords(std::span<const RecordedState> states,
                                        std::span<const StoredGoldenRecord> golden = {},
                                        std::map<std::string, std::string> files = {});

} // namespace loupe
