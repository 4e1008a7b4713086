// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/twinconnection.h"

#include <functional>
#include <stop_token>
#include <string>

namespace loupe {

/// A SELECT on the table `evaluation e`.
struct EvaluationSelect {
    std::string columns; ///< all of it up to the WHERE
    const SqlCondition &condition;
    std::string order; ///< what comes behind the condition
};

/// Whether SQLite goes through the whole table for it, not through what an index finds.
Result<bool> goesThroughAll(const Database &database, const EvaluationSelect &select);

using EachRow = std::function<void(const Statement &)>;

/// Calls `inFirst` for every row. Where SQLite has to go through all of many evaluations and there
/// is a second connection, that one reads those with the higher ids meanwhile, on a thread of its
/// own, on which `inSecond` is called for each of them. Ends with Cancelled soon after `stop`; the
/// caller sees to the first connection.
Status scanEvaluations(TwinTransactions &store, const EvaluationSelect &select,
                       std::stop_token stop, const EachRow &inFirst, const EachRow &inSecond);

} // namespace loupe
