// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/goldenrecord.h"
#include "core/model/record/recordedstate.h"
#include "core/model/verdict/finding.h"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Finding of a rule of the record layer, which compares stored results.
struct RecordFinding {
    Finding finding;
    std::vector<std::pair<std::string, double>> numbers; ///< evidence for it; milliseconds, counts
    /// Evaluations that depend on the finding, ascending; may be empty.
    std::vector<RowId> evaluations;
    std::string sourceLine; ///< text of the finding's line; empty if it names none
};

/// Parts of a store that rules of the record layer compare.
struct AuditedRecords {
    std::span<const RecordedState> states;
    std::span<const StoredGoldenRecord> golden = {}; ///< of all runs
    std::map<std::string, std::string> files = {};   ///< imported files, by run name
};

} // namespace loupe
