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
    std::string madeAt;               ///< ISO 8601 UTC
    Filter filter;                    ///< of the evaluations that count
    Scope scope;                      ///< how they become cells, in one block for each combination
    std::vector<ClaimList> claims;    ///< what the records are held against
    std::vector<ShippedClaims> known; ///< told of where there are records of their suite
    std::size_t clusters = 25;        ///< at most so many, and
    std::size_t cures = 3;            ///< the differences that cured a member of the first so many
};

/// All that a store's records say at a glance, each number with its definition and denominator, and
/// what they do not say: runs, rates and speedups of each population by category and method,
/// rounds, failures, times of references, findings, costs, published claims, and the questions that
/// stay open. NotFound or InvalidInput where the scope asks for a value that no result has.
Result<ReportDocument> storeReport(StoreReader &reader, const StoreReportOptions &options);

} // namespace loupe
