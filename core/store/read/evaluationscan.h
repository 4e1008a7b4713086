// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/twinconnection.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Ids from the first to the last, both included.
struct IdRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

/// A SELECT on the table `evaluation e`.
struct EvaluationSelect {
    std::string columns; ///< between SELECT and FROM
    std::string joins;   ///< between FROM evaluation e and WHERE
    const SqlCondition &condition;
    std::string order; ///< the clause after the condition
    /// Reads only these, which must be ascending; nullopt: all.
    std::optional<std::vector<IdRange>> ids = std::nullopt;
};

/// Returns true if SQLite scans the whole table instead of using an index, and that of many
/// evaluations.
Result<bool> goesThroughMany(const TwinTransactions &store, const EvaluationSelect &select);

using EachRow = Statement::EachRow;

/// Calls `inFirst` for every row. For a full scan of many evaluations, the second connection, if
/// any, reads those with the higher ids in parallel. It calls `inSecond` for each of them on its
/// own thread. Fails with Cancelled soon after `stop`; the caller must interrupt the first
/// connection.
Status scanEvaluations(TwinTransactions &store, const EvaluationSelect &select,
                       std::stop_token stop, const EachRow &inFirst, const EachRow &inSecond);

} // namespace loupe
