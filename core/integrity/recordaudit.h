// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/recordfinding.h"
#include "core/model/finding.h"
#include "core/model/goldenrecord.h"
#include "core/model/recordedstate.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// One rule of the record layer. Rules hold nothing: the same states give the same findings.
struct RecordRule {
    std::string_view id;
    FindingSeverity severity = FindingSeverity::Note; ///< the most a finding of it can weigh
    /// One sentence each, shown to people (`kloupe rules`, the help page).
    std::string_view proves;
    std::string_view cannotSee;
    std::vector<RecordFinding> (*look)(const AuditedRecords &records);
};

std::span<const RecordRule> recordRules();

/// What all rules find, the gravest first, then in the order of the rules. States of several runs
/// are compared with each other; nothing about a task, suite or device is known beforehand. `files`
/// names what runs were imported from, for people.
std::vector<RecordFinding> auditRecords(std::span<const RecordedState> states,
                                        std::span<const StoredGoldenRecord> golden = {},
                                        std::map<std::string, std::string> files = {});

} // namespace loupe
