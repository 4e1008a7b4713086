// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/outcometable.h"
#include "core/analysis/rows/groupby.h"
#include "core/model/metricrow.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// How much of the deviance of a binary outcome a model takes away.
struct ExplainedDeviance {
    std::string model;      ///< "category", "category + method"
    int levels = 0;         ///< of the factor; of both together
    int degrees = 0;        ///< of freedom beyond the mean
    double explained = 0.0; ///< D0 - D
    double share = 0.0;     ///< (D0 - D) / D0: McFadden's R2, the published "explained deviance"
    double perDegree = 0.0; ///< explained / degrees: chance alone gives about 1
    double adjusted = 0.0;  ///< 1 - (D + 2 degrees) / D0: adjusted McFadden, may be below 0
    double p = 1.0;         ///< of the likelihood ratio, chi square with `degrees`
    /// Levels that never or always succeed: their coefficients are infinite, their deviance 0.
    std::vector<std::string> separatedLevels;
    bool isSeparated = false; ///< beyond such levels (only a regression can be)
    /// The mean share over permutations, and how often one is at least as large as the observed.
    std::optional<double> permutedShare;
    std::optional<double> permutedP;
    int permutations = 0;
    std::string permuted; ///< "categories among tasks", "outcomes within tasks"
};

/// The explained deviance of category, method and both, as KernelBench-X's paper
/// reports it. D0 = -2 sum over outcomes of log likelihood at the common rate.
struct DevianceTable {
    DevianceOf of = DevianceOf::Correct; ///< what is explained
    double outcomes = 0.0;
    double successes = 0.0;
    double nullDeviance = 0.0; ///< 0: all alike, nothing can be explained and all shares are 0
    ExplainedDeviance first;
    ExplainedDeviance second;
    ExplainedDeviance both;             ///< additive: first + second
    ExplainedDeviance firstGivenSecond; ///< both - second; likelihood-ratio test of adding first
    ExplainedDeviance secondGivenFirst;
    std::vector<std::string> leftOut; ///< levels of the second factor without a success, if asked
};

/// -2 [k ln(k / n) + (n - k) ln(1 - k / n)], 0 ln 0 = 0.
double binomialDeviance(OutcomeCell cell);

/// One factor in closed form: D = sum over its levels of binomialDeviance(); both by logistic
/// regression on the cells (levels that never or always succeed are taken out first, because their
/// limit is known). Cells hold whole numbers of trials. `withoutZero` leaves out levels of the
/// second factor that have no success: KernelBench-X's shares depend on it (3.34 % or 12.06 % for
/// method).
DevianceTable devianceTable(const OutcomeTable &outcomes, bool withoutZero);

/// Judged rows as outcomes, correct, or built, as success. Outcomes of one task are not
/// independent, so the likelihood-ratio p is too small; the permutation baseline keeps tasks whole:
/// where every task has one level of a factor, levels are dealt out anew among tasks; else outcomes
/// among the rows of each task.
DevianceTable devianceTable(std::span<const MetricRow> rows, const DevianceOptions &options = {});

} // namespace loupe
