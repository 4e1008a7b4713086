// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/remainingtime.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loupe {

namespace {

constexpr std::size_t fewestDurations = 5;
constexpr double normalQuantile90 = 1.2815515655446004;
constexpr double minShareLeft = 0.1;

} // namespace

std::optional<RemainingTime> remainingTime(const RunPace &pace)
{
    const std::size_t seen = pace.durations.size();
    if (seen < fewestDurations || pace.elapsed <= 0)
        return std::nullopt;
    const auto n = static_cast<double>(seen);
    const double done = std::accumulate(pace.durations.begin(), pace.durations.end(), 0.0);
    const double mean = done / n;
    double squares = 0;
    for (const double duration : pace.durations)
        squares += (duration - mean) * (duration - mean);
    const double variance = squares / (n - 1);

    double left = pace.waiting * mean;
    double spent = 0;
    for (const double seconds : pace.underWay) {
        left += std::max(mean - seconds, minShareLeft * mean);
        spent += seconds;
    }
    const double items = pace.waiting + static_cast<double>(pace.underWay.size());
    if (items <= 0 || mean <= 0)
        return std::nullopt;
    const double concurrency = std::max((done + spent) / pace.elapsed, 1e-9);
    const double spread = normalQuantile90 * std::sqrt(items * variance * (1 + items / n));
    constexpr double minute = 60;
    return RemainingTime{left / concurrency, std::max(left - spread, 0.0) / concurrency,
                         (left + spread) / concurrency, minute * concurrency / mean};
}

} // namespace loupe
