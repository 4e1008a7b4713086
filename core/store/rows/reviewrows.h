// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/model/review.h"
#include "core/store/sqlite/sqlite.h"

#include <vector>

namespace loupe {

// What people decided about suspicions, as rows that are only ever added, and what follows from it:
// evaluation.withheld. The caller holds a transaction.

/// Whether an evaluation with these findings, not reviewed yet, is outside headline numbers.
bool isWithheldUnreviewed(const std::vector<Finding> &findings);

/// An SQL condition on evaluation e: a proof, or a suspicion whose last review has not cleared it.
extern const char *const withheldCondition;

/// Adds the review; gives whether its evaluation is outside headline numbers now. NotFound where
/// there is no such evaluation, InvalidInput where it has nothing to review, is a failure of the
/// machinery (which a resumed run replaces), or person or reason are missing.
Result<bool> insertReview(Database &database, const Review &review);

/// In the order in which they were stored. Corrupt where a row names no decision.
Result<std::vector<Review>> readReviews(Database &database);

} // namespace loupe
