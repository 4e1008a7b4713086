// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/model/kerneltraits.h"
#include "core/store/rows/filtersql.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loupe {

// What rules found about one evaluation, as rows. The caller holds a transaction.

Status insertFindings(Database &database, std::int64_t evaluationId,
                      const std::vector<Finding> &findings);

/// An audit's findings by evaluation, in place of those that the evaluations of the run, or with an
/// empty name of all runs, had of the record layer before and, with sources, imported ones of the
/// static layer. What follows from them follows: the flags `suspicion` and `proof`, and whether an
/// evaluation is outside headline numbers. NotFound for an evaluation that is not there.
Status replaceAuditFindings(Database &database, const std::string &run,
                            const std::map<RowId, std::vector<Finding>> &findings,
                            bool withSources);

/// Stores the traits of evaluations, in place of what they had.
Status storeTraits(Database &database, const std::map<RowId, KernelTraits> &traits);

/// In the order in which they were stored. Corrupt where a row names no layer or severity.
Result<std::vector<Finding>> readFindings(Database &database, std::int64_t evaluationId);

/// Of all matching evaluations, by evaluation. Corrupt as above.
Result<std::vector<StoredFinding>> readFindings(Database &database, const SqlCondition &condition);

} // namespace loupe
