// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/base/result.h"
#include "core/report/documents/claims.h"
#include "core/report/documents/reportdocument.h"
#include "core/report/documents/shippedclaims.h"
#include "core/store/read/storereader.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

struct StoreReportOptions {
    std::string title;
    std::string toolVersion;
    std::string madeAt; ///< ISO 8601 UTC
    Filter filter;      ///< of the counted evaluations
    Scope scope;        ///< defines the cells, in one block per combination of conditions
    std::vector<ClaimList> claims;    ///< claims that are compared with the records
    std::vector<ShippedClaims> known; ///< mentioned if the store has records of their suite
    std::size_t clusters = 25;        ///< maximum number of clusters
    std::size_t cures = 3; ///< number of clusters with the difference that fixed a member
};

/// Builds a report of all records of a store, with a definition and a denominator for each number.
/// It covers runs, rates and speedups of each population by category and method, rounds, failures,
/// reference times, findings, costs, published claims and open questions. Fails with NotFound or
/// InvalidInput if the scope selects a value that no result has.
Result<ReportDocument> storeReport(StoreReader &reader, const StoreReportOptions &options);

} // namespace loupe
