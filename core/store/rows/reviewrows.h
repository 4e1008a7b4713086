// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/verdict/finding.h"
#include "core/model/verdict/review.h"
#include "core/store/sqlite/sqlite.h"

#include <vector>

namespace loupe {

// Users' decisions about suspicions, as append-only rows, and the column derived from them:
// evaluation.flagged. The caller must hold a transaction.

/// Returns true if an evaluation with these findings and no review is flagged.
bool isWithheldUnreviewed(const std::vector<Finding> &findings);

/// SQL condition on evaluation e: a proof, or a suspicion whose last review has not cleared it.
extern const char *const withheldCondition;

/// Adds the review; returns whether its evaluation is now flagged. Fails
/// with NotFound if there is no such evaluation. Fails with InvalidInput if it has nothing to
/// review, is an infrastructure error (which a resumed run replaces), or person or reason are
/// missing.
Result<bool> insertReview(Database &database, const Review &review);

/// Reads the reviews in stored order. Fails with Corrupt if a row has an unknown decision.
Result<std::vector<Review>> readReviews(Database &database);

} // namespace loupe
