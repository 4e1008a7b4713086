// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace loupe {

/// A logistic regression. If the data are separated (predictors determine the outcome), the
/// likelihood has no maximum: coefficients diverge while the deviance converges. The deviance is
/// then correct to the printed digits, but the coefficients are meaningless.
struct LogisticFit {
    Eigen::VectorXd coefficients;
    /// -2 log likelihood of the single outcomes, without the binomial coefficient.
    double deviance = 0.0;
    int rank = 0; ///< of the design over rows with trials
    bool hasConverged = false;
    bool isSeparated = false; ///< a fitted probability is within 1e-7 of 0 or 1
};

/// Fits P(success) = 1 / (1 + exp(-design * coefficients)) by maximum likelihood, with iteratively
/// reweighted least squares (Newton's method). A step that increases the deviance is halved. It
/// ends when the deviance changes by less than 1e-13 of itself. Each row of `design` has that many
/// trials and successes; rows without trials are ignored. A rank-deficient design gets the
/// minimum-norm solution; the deviance does not depend on the choice.
LogisticFit fitLogistic(const Eigen::MatrixXd &design, const Eigen::VectorXd &trials,
                        const Eigen::VectorXd &successes);

} // namespace loupe
