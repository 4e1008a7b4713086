// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/store/sqlite.h"

#include <cstdint>
#include <vector>

namespace loupe {

// What rules found about one evaluation, as rows. The caller holds a transaction.

Status insertFindings(Database &database, std::int64_t evaluationId,
                      const std::vector<Finding> &findings);

/// In the order in which they were stored. Corrupt where a row names no layer or severity.
Result<std::vector<Finding>> readFindings(Database &database, std::int64_t evaluationId);

} // namespace loupe
