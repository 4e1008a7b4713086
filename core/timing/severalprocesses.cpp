// SPDX-License-Identifier: Apache-2.0
#include "core/timing/severalprocesses.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/students_t.hpp>

namespace loupe {

namespace {

/// Unmeasured calls per side in a further process: to settle, to warm up, and on unseen inputs.
constexpr double callsBesides = 4;
/// Maximum share of a side's time limit for those calls in all further processes.
constexpr double shareForThem = 0.5;
/// Minimum blocks of a process: two of each side in either order.
constexpr int fewestBlocksOfProcess = 4;

double meanLog(std::span<const SpeedupEstimate> processes, double SpeedupEstimate::*value)
{
    double sum = 0;
    for (const SpeedupEstimate &each : processes)
        sum += std::log(each.*value);
    return sum / static_cast<double>(processes.size());
}

double studentsHalfWidth(std::span<const SpeedupEstimate> processes)
{
    const auto count = static_cast<double>(processes.size());
    const double quantile = boost::math::quantile(boost::math::students_t(count - 1), 0.975);
    return quantile * spreadOfProcesses(processes) / std::sqrt(count);
}

} // namespace

int processesFor(double callSeconds, const TimingPolicy &policy)
{
    const double besides = (timedProcesses - 1) * callsBesides * callSeconds;
    return besides <= shareForThem * policy.maximumSeconds ? timedProcesses : 1;
}

TimingPolicy policyOfProcess(const TimingPolicy &policy, int processes)
{
    TimingPolicy one = policy;
    if (processes < 2)
        return one;
    one.relativeInterval *= std::sqrt(processes);
    one.minimumSeconds /= processes;
    one.maximumSeconds /= processes;
    one.slowSeconds /= processes;
    one.minimumBlocks = std::min(
        policy.minimumBlocks,
        std::max(fewestBlocksOfProcess, (policy.minimumBlocks + processes - 1) / processes));
    return one;
}

double spreadOfProcesses(std::span<const SpeedupEstimate> processes)
{
    if (processes.size() < 2)
        return 0;
    const double mean = meanLog(processes, &SpeedupEstimate::speedup);
    double squares = 0;
    for (const SpeedupEstimate &each : processes) {
        const double deviation = std::log(each.speedup) - mean;
        squares += deviation * deviation;
    }
    return std::sqrt(squares / static_cast<double>(processes.size() - 1));
}

SpeedupEstimate combineProcesses(std::span<const SpeedupEstimate> processes)
{
    if (processes.size() < 2)
        return processes.front();
    double squares = 0;
    for (const SpeedupEstimate &each : processes) {
        const double halfWidth = std::log(each.high / each.low) / 2;
        squares += halfWidth * halfWidth;
    }
    const double within = std::sqrt(squares) / static_cast<double>(processes.size());
    const double halfWidth = std::max(within, studentsHalfWidth(processes));
    SpeedupEstimate all;
    all.baselineMs = std::exp(meanLog(processes, &SpeedupEstimate::baselineMs));
    all.candidateMs = std::exp(meanLog(processes, &SpeedupEstimate::candidateMs));
    all.speedup = all.baselineMs / all.candidateMs;
    all.low = all.speedup * std::exp(-halfWidth);
    all.high = all.speedup * std::exp(halfWidth);
    return all;
}

} // namespace loupe
