// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/speedup.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <boost/math/distributions/students_t.hpp>

namespace loupe {

namespace {

constexpr int speedupResamples = 2000;
/// With fewer pairs, resampling has too few outcomes, and the range is too narrow.
constexpr std::size_t fewestPairs = 4;

/// Sets the limits from the resampled speedups, which it sorts.
void takeLimits(std::vector<double> &ratios, SpeedupEstimate &estimate)
{
    std::sort(ratios.begin(), ratios.end());
    estimate.low = ratios[speedupResamples * 25 / 1000];
    estimate.high = ratios[speedupResamples * 975 / 1000 - 1];
}

} // namespace

SpeedupEstimate estimateSpeedup(std::span<const double> baselineMs,
                                std::span<const double> candidateMs)
{
    std::vector<double> baseline(baselineMs.begin(), baselineMs.end());
    std::vector<double> candidate(candidateMs.begin(), candidateMs.end());
    SpeedupEstimate estimate;
    estimate.baselineMs = medianInPlace(baseline);
    estimate.candidateMs = medianInPlace(candidate);
    estimate.speedup = estimate.baselineMs / estimate.candidateMs;

    const std::size_t n = baselineMs.size();
    if (n > 1 && n < fewestPairs) {
        const double factor = std::exp(relativeHalfWidth(baselineMs, candidateMs));
        estimate.low = estimate.speedup / factor;
        estimate.high = estimate.speedup * factor;
        return estimate;
    }
    std::mt19937_64 random(n);
    std::vector<double> ratios(speedupResamples);
    for (double &ratio : ratios) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t pick = random() % n;
            baseline[i] = baselineMs[pick];
            candidate[i] = candidateMs[pick];
        }
        ratio = medianInPlace(baseline) / medianInPlace(candidate);
    }
    takeLimits(ratios, estimate);
    return estimate;
}

std::optional<SpeedupEstimate> estimateUnpaired(std::span<const double> baselineMs,
                                                std::span<const double> candidateMs)
{
    if (std::min(baselineMs.size(), candidateMs.size()) < fewestPairs)
        return std::nullopt;
    std::vector<double> baseline(baselineMs.begin(), baselineMs.end());
    std::vector<double> candidate(candidateMs.begin(), candidateMs.end());
    SpeedupEstimate estimate;
    estimate.baselineMs = medianInPlace(baseline);
    estimate.candidateMs = medianInPlace(candidate);
    estimate.speedup = estimate.baselineMs / estimate.candidateMs;
    std::mt19937_64 random(baselineMs.size());
    const auto drawn = [&random](std::span<const double> from, std::vector<double> &into) {
        for (double &each : into)
            each = from[random() % from.size()];
        return medianInPlace(into);
    };
    std::vector<double> ratios(speedupResamples);
    for (double &ratio : ratios) {
        const double of = drawn(baselineMs, baseline);
        ratio = of / drawn(candidateMs, candidate);
    }
    takeLimits(ratios, estimate);
    return estimate;
}

SpeedupEstimate combineCases(std::span<const SpeedupEstimate> cases)
{
    const auto count = static_cast<double>(cases.size());
    SpeedupEstimate all;
    double logarithm = 0;
    double squares = 0;
    for (const SpeedupEstimate &each : cases) {
        all.baselineMs += each.baselineMs / count;
        all.candidateMs += each.candidateMs / count;
        logarithm += std::log(each.speedup) / count;
        const double halfWidth = std::log(each.high / each.low) / 2;
        squares += halfWidth * halfWidth;
    }
    const double halfWidth = std::sqrt(squares) / count;
    all.speedup = std::exp(logarithm);
    all.low = std::exp(logarithm - halfWidth);
    all.high = std::exp(logarithm + halfWidth);
    return all;
}

SpeedupEstimate allowingForProcesses(const SpeedupEstimate &estimate, double halfWidth)
{
    SpeedupEstimate wider = estimate;
    const auto factor
        = [halfWidth](double ratio) { return std::exp(std::hypot(std::log(ratio), halfWidth)); };
    wider.low = estimate.speedup / factor(estimate.speedup / estimate.low);
    wider.high = estimate.speedup * factor(estimate.high / estimate.speedup);
    return wider;
}

double processHalfWidthOf(std::string_view clock)
{
    return clock == "engine_wall" ? hostProcessHalfWidth : processHalfWidth;
}

double relativeHalfWidth(std::span<const double> baselineMs, std::span<const double> candidateMs)
{
    const std::size_t n = baselineMs.size();
    if (n < 2)
        return std::numeric_limits<double>::infinity();
    double mean = 0;
    for (std::size_t i = 0; i < n; ++i)
        mean += std::log(baselineMs[i] / candidateMs[i]);
    mean /= static_cast<double>(n);
    double squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double deviation = std::log(baselineMs[i] / candidateMs[i]) - mean;
        squares += deviation * deviation;
    }
    const double freedom = static_cast<double>(n - 1);
    const double standardError = std::sqrt(squares / freedom / static_cast<double>(n));
    return boost::math::quantile(boost::math::students_t(freedom), 0.975) * standardError;
}

} // namespace loupe
