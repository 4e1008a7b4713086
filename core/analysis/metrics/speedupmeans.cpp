// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/speedupmeans.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace loupe {

namespace {

double sumOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Returns the mean of the sorted values from index `from` to index `to`. Fractional indices count
/// a value in part.
double meanBetween(const std::vector<double> &sorted, double from, double to)
{
    double sum = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const double place = static_cast<double>(i);
        const double inside = std::min(to, place + 1) - std::max(from, place);
        sum += std::max(0.0, inside) * sorted[i];
    }
    return sum / (to - from);
}

} // namespace

std::optional<double> arithmeticMeanOf(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    return sumOf(values) / static_cast<double>(values.size());
}

std::optional<double> harmonicMeanOf(std::span<const double> values)
{
    double inverse = 0;
    for (const double each : values)
        inverse += 1 / each;
    return values.empty() ? std::nullopt
                          : std::optional(static_cast<double>(values.size()) / inverse);
}

std::optional<double> interquartileMeanOf(std::span<const double> values, QuartileRule rule)
{
    if (values.empty())
        return std::nullopt;
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const double n = static_cast<double>(sorted.size());
    if (rule == QuartileRule::Exact)
        return meanBetween(sorted, n / 4, 3 * n / 4);
    if (sorted.size() < 4)
        return geometricMeanOf(sorted);
    return meanBetween(sorted, std::floor(n / 4), std::floor(3 * n / 4));
}

std::optional<double> globalRatio(std::span<const TimePair> pairs)
{
    double baseline = 0;
    double candidate = 0;
    for (const TimePair &each : pairs) {
        baseline += each.baseline;
        candidate += each.candidate;
    }
    return candidate > 0 ? std::optional(baseline / candidate) : std::nullopt;
}

EqualWork equalWork(std::span<const CaseTimes> cases)
{
    EqualWork out;
    TimePair all;
    TimePair matched;
    for (const CaseTimes &each : cases) {
        const auto baseline = medianTime(each.baselineMs);
        const auto candidate = medianTime(each.candidateMs);
        all.baseline += baseline.value_or(0);
        all.candidate += candidate.value_or(0);
        out.baselineOnly += baseline && !candidate ? 1 : 0;
        out.candidateOnly += candidate && !baseline ? 1 : 0;
        if (baseline && candidate) {
            ++out.cases;
            matched.baseline += *baseline;
            matched.candidate += *candidate;
        }
    }
    if (all.baseline > 0)
        out.coveredShare = matched.baseline / all.baseline;
    if (out.cases > 0) {
        out.speedup = matched.baseline / matched.candidate;
        out.claimed = all.baseline / all.candidate;
    }
    return out;
}

std::optional<double> geometricMeanOfBest(std::span<const double> bestOfTasks, bool clampAtOne)
{
    std::vector<double> best(bestOfTasks.begin(), bestOfTasks.end());
    if (clampAtOne)
        std::transform(best.begin(), best.end(), best.begin(),
                       [](double each) { return std::max(1.0, each); });
    return geometricMeanOf(best);
}

} // namespace loupe
