// SPDX-License-Identifier: Apache-2.0
#include "core/timing/processtimings.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/students_t.hpp>

namespace loupe {

namespace {

double halfWidthOf(const SpeedupEstimate &estimate)
{
    return std::log(estimate.high / estimate.low) / 2;
}

/// Of the mean of the processes' logarithms, by how far these lie apart; 0 of one.
double halfWidthBetween(std::span<const SpeedupEstimate> processes, double meanLogarithm)
{
    if (processes.size() < 2)
        return 0;
    double squares = 0;
    for (const SpeedupEstimate &each : processes) {
        const double deviation = std::log(each.speedup) - meanLogarithm;
        squares += deviation * deviation;
    }
    const auto count = static_cast<double>(processes.size());
    const double standardError = std::sqrt(squares / (count - 1) / count);
    return boost::math::quantile(boost::math::students_t(count - 1), 0.975) * standardError;
}

} // namespace

SpeedupEstimate combineProcesses(std::span<const SpeedupEstimate> processes)
{
    if (processes.size() == 1)
        return processes.front();
    const auto count = static_cast<double>(processes.size());
    double baseline = 0;
    double candidate = 0;
    double logarithm = 0;
    double squaresWithin = 0;
    for (const SpeedupEstimate &each : processes) {
        baseline += std::log(each.baselineMs) / count;
        candidate += std::log(each.candidateMs) / count;
        logarithm += std::log(each.speedup) / count;
        squaresWithin += halfWidthOf(each) * halfWidthOf(each);
    }
    const double halfWidth
        = std::max(halfWidthBetween(processes, logarithm), std::sqrt(squaresWithin) / count);
    return {std::exp(candidate), std::exp(baseline), std::exp(logarithm),
            std::exp(logarithm - halfWidth), std::exp(logarithm + halfWidth)};
}

bool areEnough(std::span<const SpeedupEstimate> processes, const ProcessPolicy &policy,
               double relativeInterval)
{
    const auto count = static_cast<int>(processes.size());
    if (count < policy.fewest)
        return false;
    return count >= policy.most || halfWidthOf(combineProcesses(processes)) <= relativeInterval;
}

} // namespace loupe
