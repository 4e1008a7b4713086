// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace loupe {

/// A logistic regression. Where the data are separated (some combination of predictors decides the
/// outcome alone) the likelihood has no maximum: coefficients run away while the deviance settles.
/// The deviance is then right to the printed digits; the coefficients and errors mean nothing.
struct LogisticFit {
    Eigen::VectorXd coefficients;
    Eigen::VectorXd standardErrors; ///< from the inverse of the information
    /// -2 log likelihood of the single outcomes, the binomial coefficient left out.
    double deviance = 0.0;
    int iterations = 0;
    int rank = 0; ///< of the design over rows with trials
    bool hasConverged = false;
    bool isSeparated = false; ///< a fitted probability is 0 or 1 within 1e-7
};

/// Maximum likelihood of P(success) = 1 / (1 + exp(-design * coefficients)) by iteratively
/// reweighted least squares (Newton's method), halving a step that makes the deviance worse, until
/// it changes by less than 1e-13 of itself. Each row of `design` has that many trials and
/// successes; rows without trials are left out. A design of deficient rank gets the least-squares
/// solution of least norm; the deviance does not depend on the choice.
LogisticFit fitLogistic(const Eigen::MatrixXd &design, const Eigen::VectorXd &trials,
                        const Eigen::VectorXd &successes);

} // namespace loupe
