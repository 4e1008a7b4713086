// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict/finding.h"
#include "core/store/rows/storedvalues.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Counts of results by findings and reviews; each result counts once.
struct AuditState {
    std::int64_t proven = 0;     ///< with a proof
    std::int64_t suspected = 0;  ///< with a suspicion that no review has cleared, and no proof
    std::int64_t cleared = 0;    ///< with suspicions that a review has cleared
    std::int64_t noted = 0;      ///< with notes only
    std::int64_t unreviewed = 0; ///< of those with a proof or a suspicion
    /// Number of results with a proof or suspicion, by rule.
    std::map<std::string, std::int64_t> byRule;

    bool isEmpty() const { return proven + suspected + cleared + noted == 0; }
};

AuditState auditState(std::span<const StoredFinding> findings, std::span<const Review> reviews);

/// Returns "2 with a proof", "Framework function replaced: 2", …, or a sentence that nothing was
/// found.
std::vector<std::string> sentencesOf(const AuditState &state);

} // namespace loupe
