// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/speedupmeans.h"

#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

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
    const CaseSums sums = sumsOf(cases);
    EqualWork out;
    out.cases = sums.both;
    out.baselineOnly = sums.baselineOnly;
    out.candidateOnly = sums.candidateOnly;
    if (sums.baselineMs > 0)
        out.coveredShare = sums.matchedBaselineMs / sums.baselineMs;
    if (sums.both > 0) {
        out.speedup = sums.matchedBaselineMs / sums.matchedCandidateMs;
        out.claimed = sums.baselineMs / sums.candidateMs;
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

namespace {

constexpr double carries = 1.5;
constexpr std::size_t fewestTasks = 3;

struct LogSum {
    double sum = 0.0;
    double count = 0.0;

    double mean() const { return std::exp(sum / count); }
};

} // namespace

std::optional<CarriedMean> carriedBy(std::span<const MetricRow> rows)
{
    std::map<std::pair<std::string_view, std::string_view>, LogSum> tasks;
    LogSum all;
    for (const MetricRow &row : rows) {
        const auto speedup = usableSpeedup(row);
        if (!speedup)
            continue;
        LogSum &task = tasks[{row.suite.text(), row.task.text()}];
        for (LogSum *sum : {&task, &all}) {
            sum->sum += std::log(*speedup);
            sum->count += 1;
        }
    }
    if (tasks.size() < fewestTasks)
        return std::nullopt;
    std::optional<CarriedMean> out;
    double most = std::log(carries);
    for (const auto &[name, task] : tasks) {
        const LogSum others{all.sum - task.sum, all.count - task.count};
        const double change = std::abs(std::log(all.mean()) - std::log(others.mean()));
        if (change < most || (out && change == most))
            continue;
        most = change;
        out = CarriedMean{std::string(name.first), std::string(name.second), task.mean(),
                          all.mean(), others.mean()};
    }
    return out;
}

std::string text(const CarriedMean &carried)
{
    return fmt::format("{} alone carries the mean: {:.3g}× with it, {:.3g}× without", carried.task,
                       carried.mean, carried.without);
}

} // namespace loupe
