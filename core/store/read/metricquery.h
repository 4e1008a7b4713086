// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/analysis/rows/rowparts.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"
#include "core/store/read/pairselection.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/twinconnection.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace loupe {

/// Rows of a store, in less than half the space of MetricRows.
class StoredRows : public RowParts
{
public:
    /// Marks the rows that it makes from now on.
    virtual void select(FormSelection selection) = 0;
    /// Returns all rows, in stored order. No others can be made afterwards.
    virtual std::vector<MetricRow> takeAll() = 0;
};

struct MetricRowRequest {
    const SqlCondition &condition;
    /// Reading the costs, which are stored with the candidates, takes a fifth of the time.
    bool withCosts = false;
    /// The scope of the populations that the rows are for, or null if it is not known. If it is
    /// known, rows that its conditions exclude may be missing; see RowParts::applied(). The
    /// populations may choose another baseline.
    const Scope *scope = nullptr;
};

/// Reads the matching rows; fails like scanEvaluations().
Result<std::unique_ptr<StoredRows>>
readMetricRows(TwinTransactions &store, const MetricRowRequest &request, std::stop_token stop);

} // namespace loupe
