// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/integrity/recordfinding.h"
#include "core/model/record/recordedstate.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Result that an audit would flag.
struct FlaggedResult {
    RowId id;
    std::string run;
    std::string task;
    std::string method;
    bool isCorrect = false; ///< a failed result counts as failed with a flag, too
    bool isFlagged = false; ///< before the audit
    /// The most severe suspicion or proof against it; the first of equal ones.
    Finding finding;
    std::string sourceLine; ///< text of the finding's line; empty if it names none
};

/// Effect of an audit if its findings were stored.
struct AuditPreview {
    std::vector<FlaggedResult> results; ///< correct ones first, then by id
    int correct = 0;                    ///< of the results
    int flagged = 0;                    ///< of the results, before the audit
    int methods = 0;                    ///< number of methods of the results
};

/// Returns what `findings` would flag among `states`. `cleared` are evaluations whose last review
/// accepts them: a suspicion does not flag them, a proof does.
AuditPreview previewOf(std::span<const RecordFinding> findings,
                       std::span<const RecordedState> states, const std::set<RowId> &cleared = {});

/// Returns one sentence: "this would flag 15 results of 4 methods (9 correct)".
std::string text(const AuditPreview &preview);

} // namespace loupe
