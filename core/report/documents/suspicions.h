// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/rows/grouping.h"
#include "core/report/documents/headlinepair.h"
#include "core/report/tables/table.h"
#include "core/store/read/storereader.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// An evaluation with a suspicion or a proof.
struct SuspiciousResult {
    MetricRow row;
    std::vector<Finding> findings; ///< all findings, including notes, in stored order
    std::optional<Review> review;  ///< the last one, which is valid
};

/// The suspicious results of a scope, and the headline numbers of its cells with and without them.
struct AuditOverview : HeadlinePair {
    std::vector<SuspiciousResult> results; ///< in stored order
    /// Number of results with a suspicion or a proof, by rule.
    std::map<std::string, int> byRule;
    int unreviewed = 0; ///< number of `results` without a review
};

/// Returns true if a finding flags its evaluation while no review has cleared it.
bool isGrave(const Finding &finding);

/// Returns the overview for all observations under the filter and the conditions of `population`,
/// which must have been made with that filter. It includes every attempt and excluded results.
/// Fails with Cancelled soon after `stop` is requested.
Result<AuditOverview> auditOverview(StoreReader &reader, const Filter &filter,
                                    const Population &population, const std::stop_token &stop = {});

/// Returns the findings about the observations that auditOverview() counts, notes included.
Result<std::vector<StoredFinding>> observedFindings(StoreReader &reader, const Filter &filter,
                                                    const Population &population,
                                                    const std::stop_token &stop = {});

/// Returns AuditOverview::unreviewed, without reading the rows if no finding is grave.
Result<int> unreviewedSuspicions(StoreReader &reader, const Filter &filter,
                                 const Population &population, const std::stop_token &stop = {});

/// Returns the rates of all results as if none were flagged, those of `before` (if set), and those
/// of now.
Table headlineEffectTable(const AuditOverview &now, const std::optional<RateRow> &before);

} // namespace loupe
