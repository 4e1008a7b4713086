// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/kerneltraits.h"
#include "core/model/verdict/finding.h"
#include "core/store/rows/filtersql.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loupe {

// Findings of rules about evaluations, as rows. The caller must hold a transaction.

Status insertFindings(Database &database, std::int64_t evaluationId,
                      const std::vector<Finding> &findings);

/// Replaces the findings of the record layer by those of an audit, for one run, or with an empty
/// name for all runs. With sources, also replaces findings of the static layer for imported runs.
/// Updates the flags `suspicion` and `proof`, and whether a result is flagged. Fails with
/// NotFound for an unknown evaluation.
Status replaceAuditFindings(Database &database, const std::string &run,
                            const std::map<RowId, std::vector<Finding>> &findings,
                            bool withSources);

/// Stores the traits of evaluations, replacing previous ones.
Status storeTraits(Database &database, const std::map<RowId, KernelTraits> &traits);

/// Reads findings in stored order. Fails with Corrupt if a row has an unknown layer or severity.
Result<std::vector<Finding>> readFindings(Database &database, std::int64_t evaluationId);

/// Reads the findings of all matching evaluations, by evaluation. Fails with Corrupt as above.
Result<std::vector<StoredFinding>> readFindings(Database &database, const SqlCondition &condition);

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
