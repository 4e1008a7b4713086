// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/timesbycase.h"

#include "core/analysis/metrics/suitespeedup.h"

#include <algorithm>
#include <cmath>

namespace loupe {

std::optional<double> timeOfCall(const TimingSeries &series)
{
    const std::span<const double> samples(series.samplesMs);
    if (series.samplesByProcess.empty())
        return medianTime(samples);
    if (!isConsistent(series))
        return std::nullopt;
    double logarithm = 0;
    std::size_t from = 0;
    for (const std::int64_t ofProcess : series.samplesByProcess) {
        const auto count = static_cast<std::size_t>(ofProcess);
        const auto median = medianTime(samples.subspan(from, count));
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

std::optional<SpeedupEstimate> furtherSpeedup(const Evaluation &evaluation,
                                              const FurtherSamples &baseline)
{
    const auto isCounted = [&](const TimingSeries &series) {
        return series.role == "candidate" && series.clock == baseline.clock;
    };
    if (std::ranges::count_if(evaluation.timings, isCounted) != 1)
        return std::nullopt;
    const TimingSeries &candidate = *std::ranges::find_if(evaluation.timings, isCounted);
    const auto candidateMs = timeOfCall(candidate);
    if (!candidateMs)
        return std::nullopt;
    auto estimate = estimateUnpaired(baseline.samplesMs, candidate.samplesMs);
    if (!estimate)
        return std::nullopt;
    // The time over several processes is not the median of all their samples. The interval must
    // lie around the speedup that is shown.
    const double shift = estimate->candidateMs / *candidateMs;
    estimate->candidateMs = *candidateMs;
    for (double *each : {&estimate->speedup, &estimate->low, &estimate->high})
        *each *= shift;
    return allowingForProcesses(*estimate, processHalfWidthOf(baseline.clock));
}

} // namespace loupe
