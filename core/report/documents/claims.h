// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/claimedfigures.h"
#include "core/analysis/population/scope.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/report/documents/reportdocument.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A number of a claim, and how to compute it from records.
struct FigureOfClaim {
    ClaimedFigure figure;
    Filter filter;
    std::string claimedText; ///< as published: "52.3"; empty if only the recorded value is shown
    std::optional<double> claimed; ///< shares in per cent
    int digits = 0;                ///< decimals, which define the tolerance for rounding
    std::optional<int> of;         ///< number of items that the claim is about, if stated
    int methods = 0;               ///< minimum number; the records may have fewer
    int devices = 0;               ///< minimum number; the records may have fewer
};

struct Claim {
    std::string text;
    std::vector<FigureOfClaim> figures; ///< empty if nothing of it can be computed
    std::string note;                   ///< further remarks; may be empty
};

struct ClaimList {
    std::string source; ///< "KernelBench-X, arXiv 2605.04956, abstract"
    std::vector<Claim> claims;
};

/// Parses a file of claims, JSON as in resources/help/published-claims.md. Fails with InvalidInput
/// and the file and field if it is invalid.
Result<ClaimList> parseClaims(const std::string &json, const std::string &file);

/// Compares each claim with the records: supported, contradicted, partly known or unknown. The
/// result has sentences with claimed and recorded numbers and their n, and a table. Each number
/// covers the population that `scope` makes of the evaluations that match `filter` and the claim's
/// own filter. Each record counts once. Of several suites, devices or baselines, the one with the
/// most cells is used, but a claim about several devices counts all.
Result<ReportSection> claimSection(StoreReader &reader, const ClaimList &claims,
                                   const Filter &filter, const Scope &scope = {});

} // namespace loupe
