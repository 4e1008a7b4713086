// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/claimedfigures.h"
#include "core/analysis/population/scope.h"
#include "core/base/result.h"
#include "core/model/filter.h"
#include "core/report/documents/reportdocument.h"
#include "core/store/read/storereader.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A number of a claim and where the records would show it.
struct FigureOfClaim {
    ClaimedFigure figure;
    Filter filter;
    std::string claimedText;       ///< as published: "52.3"; empty: only to be told
    std::optional<double> claimed; ///< shares in per cent
    int digits = 0;                ///< after its point: what rounding cannot tell apart agrees
    std::optional<int> of;         ///< how many things the claim is about, where it says so
    int methods = 0;               ///< as many at least; the records may hold fewer
    int devices = 0;               ///< likewise
};

struct Claim {
    std::string text;
    std::vector<FigureOfClaim> figures; ///< none: nothing of it can be computed
    std::string note;                   ///< what is to be known besides; may be empty
};

struct ClaimList {
    std::string source; ///< "KernelBench-X, arXiv 2605.04956, abstract"
    std::vector<Claim> claims;
};

/// Reads a file of claims, JSON as resources/help/published-claims.md describes it. InvalidInput
/// with file and field where it is not one.
Result<ClaimList> parseClaims(const std::string &json, const std::string &file);

/// What the records say of each claim: supported, contradicted, known in part or not at all, as
/// sentences with claimed and recorded numbers and their n, and as a table. Each number is of the
/// population that `scope` makes of the evaluations that match `filter` and the claim's own: each
/// record once, of several suites, devices or baselines the one with the most cells. A claim about
/// several devices counts them all.
Result<ReportSection> claimSection(StoreReader &reader, const ClaimList &claims,
                                   const Filter &filter, const Scope &scope = {});

} // namespace loupe
