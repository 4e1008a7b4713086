// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Outcomes of one combination of levels of two factors.
struct OutcomeCell {
    double trials = 0.0;
    double successes = 0.0;
};

/// Outcomes by two factors: cell (i, j) is cells[i * second.size() + j]. Empty cells are allowed.
struct OutcomeTable {
    std::string firstName;           ///< "category"
    std::string secondName;          ///< "method"
    std::vector<std::string> first;  ///< levels
    std::vector<std::string> second; ///< levels
    std::vector<OutcomeCell> cells;
};

/// The outcome that counts as success among the judged.
enum class DevianceOf { Correct, Built };

struct DevianceOptions {
    DevianceOf of = DevianceOf::Correct;
    GroupBy first = GroupBy::Category;
    GroupBy second = GroupBy::Method;
    /// Excludes levels of the second factor without a success: KernelBench-X's shares depend on it
    /// (3.34 % or 12.06 % for method).
    bool withoutZero = false;
    /// Maximum number; reduced for many rows, to stay below a second. 0: none.
    int permutations = 999;
    std::uint64_t seed = 1;
    int threads = 0; ///< 0: one per processor of the machine
};

/// The part of a binary outcome's deviance that a model explains.
struct ExplainedDeviance {
    std::string model;      ///< "category", "category + method"
    int levels = 0;         ///< of the factor, or of both together
    int degrees = 0;        ///< degrees of freedom beyond the mean
    double explained = 0.0; ///< D0 - D
    double share = 0.0;     ///< (D0 - D) / D0: McFadden's R2, the published "explained deviance"
    double perDegree = 0.0; ///< explained / degrees: about 1 by chance alone
    double adjusted = 0.0;  ///< 1 - (D + 2 degrees) / D0: adjusted McFadden, may be below 0
    double p = 1.0;         ///< of the likelihood-ratio test, chi square with `degrees`
    /// Levels that never or always succeed: their coefficients are infinite, their deviance is 0.
    std::vector<std::string> separatedLevels;
    bool isSeparated = false; ///< separated beyond such levels (only in a regression)
    /// Mean share over permutations, and the frequency of a share at least as large as the observed
    /// one.
    std::optional<double> permutedShare;
    std::optional<double> permutedP;
    int permutations = 0;
    std::string permuted; ///< "categories among tasks", "outcomes within tasks"
};

/// Explained deviance of category, method and both, as in KernelBench-X's paper. D0 = -2 × the log
/// likelihood of all outcomes at the common rate.
struct DevianceTable {
    DevianceOf of = DevianceOf::Correct; ///< the explained outcome
    double outcomes = 0.0;
    double successes = 0.0;
    double nullDeviance = 0.0; ///< 0 if all outcomes are alike; then all shares are 0
    ExplainedDeviance first;
    ExplainedDeviance second;
    ExplainedDeviance both;             ///< additive: first + second
    ExplainedDeviance firstGivenSecond; ///< both - second; likelihood-ratio test of adding first
    ExplainedDeviance secondGivenFirst;
    /// Levels of the second factor without a success, if excluded.
    std::vector<std::string> leftOut;
};

/// Returns -2 [k ln(k / n) + (n - k) ln(1 - k / n)], with 0 ln 0 = 0.
double binomialDeviance(OutcomeCell cell);

/// Computes the deviance table. One factor has a closed form: D = sum over its levels of
/// binomialDeviance(). Both factors use logistic regression on the cells. Levels that never or
/// always succeed are removed first, because their limit is known. Cells must hold whole numbers of
/// trials.
DevianceTable devianceTable(const OutcomeTable &table);

/// Computes the table from judged rows; success means correct, or built. Outcomes of one task are
/// not independent, so the likelihood-ratio p is too small. The permutation baseline keeps tasks
/// whole: if every task has one level of a factor, it permutes levels among tasks. Otherwise it
/// permutes outcomes among the rows of each task.
DevianceTable devianceTable(std::span<const MetricRow> rows, const DevianceOptions &options = {});

} // namespace loupe
