// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/timesbycase.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

std::optional<double> medianOfTimes(std::span<const double> samples)
{
    const bool isUsable
        = std::ranges::all_of(samples, [](double each) { return std::isfinite(each) && each > 0; });
    return samples.empty() || !isUsable ? std::nullopt : std::optional(medianOf(samples));
}

} // namespace

std::optional<double> timeOfCall(const TimingSeries &series)
{
    const std::span<const double> samples(series.samplesMs);
    if (series.samplesByProcess.empty())
        return medianOfTimes(samples);
    if (!isConsistent(series))
        return std::nullopt;
    double logarithm = 0;
    std::size_t from = 0;
    for (const std::int64_t ofProcess : series.samplesByProcess) {
        const auto count = static_cast<std::size_t>(ofProcess);
        const auto median = medianOfTimes(samples.subspan(from, count));
        if (!median)
            return std::nullopt;
        logarithm += std::log(*median) / static_cast<double>(series.samplesByProcess.size());
        from += count;
    }
    return std::exp(logarithm);
}

std::vector<TimeOfCase> timesByCase(std::span<const TimingSeries> timings)
{
    std::vector<TimeOfCase> out;
    for (const TimingSeries &baseline : timings) {
        if (baseline.role != "baseline"
            || std::ranges::find(out, baseline.caseName, &TimeOfCase::caseName) != out.end())
            continue;
        const auto candidate = std::ranges::find_if(timings, [&](const TimingSeries &each) {
            return each.role == "candidate" && each.caseName == baseline.caseName
                && each.clock == baseline.clock;
        });
        if (candidate == timings.end())
            continue;
        const auto baselineMs = timeOfCall(baseline);
        const auto candidateMs = timeOfCall(*candidate);
        if (baselineMs && candidateMs)
            out.push_back(
                {baseline.caseName, *candidateMs, *baselineMs, *baselineMs / *candidateMs});
    }
    return out;
}

std::optional<TimeOfCase> slowestCase(std::span<const TimeOfCase> cases)
{
    return cases.size() < 2
        ? std::nullopt
        : std::optional(*std::ranges::min_element(cases, {}, &TimeOfCase::speedup));
}

} // namespace loupe
