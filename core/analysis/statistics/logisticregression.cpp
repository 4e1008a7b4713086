// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/logisticregression.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/QR>

namespace loupe {

namespace {

constexpr int maxIterations = 60;
constexpr double settled = 1e-13;
constexpr double certainWithin = 1e-7;

/// Returns log(1 + exp(x)) without overflow.
double softPlus(double x)
{
    return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

double probability(double linear)
{
    return linear >= 0 ? 1 / (1 + std::exp(-linear)) : std::exp(linear) / (1 + std::exp(linear));
}

double devianceAt(const Eigen::VectorXd &linear, const Eigen::VectorXd &trials,
                  const Eigen::VectorXd &successes)
{
    double out = 0;
    for (Eigen::Index i = 0; i < linear.size(); ++i) {
        const double failures = trials[i] - successes[i];
        out += 2 * (successes[i] * softPlus(-linear[i]) + failures * softPlus(linear[i]));
    }
    return out;
}

using Decomposition = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

struct Working {
    Eigen::VectorXd roots;    ///< of the weights n p (1 - p)
    Eigen::VectorXd residual; ///< (k - n p) / root
};

Working workingAt(const Eigen::VectorXd &linear, const Eigen::VectorXd &trials,
                  const Eigen::VectorXd &successes)
{
    Working out{Eigen::VectorXd(linear.size()), Eigen::VectorXd(linear.size())};
    for (Eigen::Index i = 0; i < linear.size(); ++i) {
        const double p = probability(linear[i]);
        // A row with p of 0 or 1 has no weight; the minimum keeps its part of the step finite.
        const double weight = std::max(trials[i] * p * (1 - p), 1e-300);
        out.roots[i] = std::sqrt(weight);
        out.residual[i] = (successes[i] - trials[i] * p) / out.roots[i];
    }
    return out;
}

LogisticFit fitRows(const Eigen::MatrixXd &design, const Eigen::VectorXd &trials,
                    const Eigen::VectorXd &successes)
{
    LogisticFit out;
    out.coefficients = Eigen::VectorXd::Zero(design.cols());
    out.rank = static_cast<int>(Decomposition(design).rank());
    Eigen::VectorXd linear = Eigen::VectorXd::Zero(design.rows());
    out.deviance = devianceAt(linear, trials, successes);
    for (int i = 0; i < maxIterations && !out.hasConverged; ++i) {
        const Working working = workingAt(linear, trials, successes);
        const Eigen::MatrixXd weighted = working.roots.asDiagonal() * design;
        Eigen::VectorXd step = Decomposition(weighted).solve(working.residual);
        double next = devianceAt(design * (out.coefficients + step), trials, successes);
        for (int halving = 0; halving < 40 && !(next <= out.deviance); ++halving) {
            step /= 2;
            next = devianceAt(design * (out.coefficients + step), trials, successes);
        }
        out.hasConverged
            = !(next < out.deviance) || out.deviance - next <= settled * (std::abs(next) + 0.1);
        if (next <= out.deviance) {
            out.coefficients += step;
            out.deviance = next;
            linear = design * out.coefficients;
        }
    }
    for (const double score : linear) {
        const double p = probability(score);
        out.isSeparated = out.isSeparated || p < certainWithin || 1 - p < certainWithin;
    }
    return out;
}

} // namespace

LogisticFit fitLogistic(const Eigen::MatrixXd &design, const Eigen::VectorXd &trials,
                        const Eigen::VectorXd &successes)
{
    std::vector<Eigen::Index> used;
    for (Eigen::Index i = 0; i < trials.size(); ++i) {
        if (trials[i] > 0)
            used.push_back(i);
    }
    return fitRows(design(used, Eigen::all), trials(used), successes(used));
}

} // namespace loupe
