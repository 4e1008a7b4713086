// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/finding.h"
#include "core/model/goldenrecord.h"
#include "core/model/recordedstate.h"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// What a rule of the record layer found about stored results, seen beside each other.
struct RecordFinding {
    Finding finding;
    std::vector<std::pair<std::string, double>> numbers; ///< that show it; milliseconds, counts
    /// That it is about, ascending; none where no evaluation depends on what was found.
    std::vector<RowId> evaluations;
    std::string sourceLine; ///< text of the finding's line; empty where it names none
};

/// What a store holds that rules of the record layer compare.
struct AuditedRecords {
    std::span<const RecordedState> states;
    std::span<const StoredGoldenRecord> golden = {}; ///< of all runs
    std::map<std::string, std::string> files = {};   ///< that a run was imported from, by its name
};

} // namespace loupe
