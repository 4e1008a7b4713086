// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/population.h"
#include "core/analysis/rows/headlinerows.h"
#include "core/report/tables/table.h"
#include "core/store/read/storereader.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// An evaluation with a suspicion or a proof against it.
struct SuspiciousResult {
    MetricRow row;
    std::vector<Finding> findings; ///< all there are, notes too, as they were stored
    std::optional<Review> review;  ///< the last one, which counts
};

/// What stands against the results of a scope, and what it does to the headline numbers.
struct AuditOverview {
    std::vector<SuspiciousResult> results; ///< in the order in which they were stored
    /// How many of them have a suspicion or a proof by each rule.
    std::map<std::string, int> byRule;
    int unreviewed = 0;     ///< of the results
    Flagged flagged;        ///< of its pairs
    RateRow all;            ///< of its cells, with what is withheld
    RateRow counted;        ///< of its cells, without
    std::string population; ///< of the latter, in words
};

/// Whether a finding alone withholds its evaluation from headline numbers.
bool isGrave(const Finding &finding);

/// Of what the filter finds, all observations under the conditions of the population, which was
/// made of it: every attempt, and what is withheld above all. Cancelled soon after `stop` is
/// requested.
Result<AuditOverview> auditOverview(StoreReader &reader, const Filter &filter,
                                    const Population &population, const std::stop_token &stop = {});

/// The headline numbers of everything, before (where it is given) and now.
Table headlineEffectTable(const AuditOverview &now, const std::optional<RateRow> &before);

} // namespace loupe
