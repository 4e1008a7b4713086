// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/kerneldensity.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace loupe {

namespace {

struct BinnedSample {
    double first = 0.0;
    double step = 0.0;
    std::vector<double> weights;
};

/// Bins the values from `reach` below the range to `reach` above, because those still contribute
/// within it.
BinnedSample binned(std::span<const double> sorted, double from, double to, double reach)
{
    constexpr std::size_t bins = 1024;
    BinnedSample out;
    out.first = from - reach;
    out.step = (to - from + 2 * reach) / static_cast<double>(bins - 1);
    out.weights.resize(bins);
    for (const double value : sorted) {
        const double place = (value - out.first) / out.step;
        if (!(place >= 0) || place > static_cast<double>(bins - 1))
            continue;
        const auto below = static_cast<std::size_t>(place);
        const double above = place - static_cast<double>(below);
        out.weights[below] += 1 - above;
        if (below + 1 < bins)
            out.weights[below + 1] += above;
    }
    return out;
}

} // namespace

double quantileOf(std::span<const double> sorted, double q)
{
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double silvermanBandwidth(std::span<const double> sorted)
{
    if (sorted.size() < 2)
        return 0.0;
    const auto n = static_cast<double>(sorted.size());
    double sum = 0;
    for (const double value : sorted)
        sum += value;
    const double mean = sum / n;
    double squares = 0;
    for (const double value : sorted)
        squares += (value - mean) * (value - mean);
    const double deviation = std::sqrt(squares / (n - 1));
    const double spread = (quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25)) / 1.34;
    const double scale = spread > 0 ? std::min(deviation, spread) : deviation;
    return 0.9 * scale * std::pow(n, -0.2);
}

std::optional<KernelDensity> kernelDensity(std::span<const double> sorted, double from, double to,
                                           int points)
{
    KernelDensity out;
    out.bandwidth = silvermanBandwidth(sorted);
    if (!(out.bandwidth > 0) || !(to > from) || points < 2)
        return std::nullopt;
    constexpr double reach = 5; // in bandwidths; a kernel's weight is below 4e-6 beyond it
    const BinnedSample sample = binned(sorted, from, to, reach * out.bandwidth);
    const double scale
        = static_cast<double>(sorted.size()) * out.bandwidth * std::sqrt(2 * std::numbers::pi);
    out.at.reserve(static_cast<std::size_t>(points));
    out.density.reserve(static_cast<std::size_t>(points));
    for (int i = 0; i < points; ++i) {
        const double at = from + (to - from) * i / (points - 1);
        double sum = 0;
        for (std::size_t bin = 0; bin < sample.weights.size(); ++bin) {
            if (sample.weights[bin] <= 0)
                continue;
            const double place = sample.first + sample.step * static_cast<double>(bin);
            const double apart = (at - place) / out.bandwidth;
            sum += sample.weights[bin] * std::exp(-0.5 * apart * apart);
        }
        out.at.push_back(at);
        out.density.push_back(sum / scale);
    }
    return out;
}

} // namespace loupe
